"use strict";
/* The tree of decisions: what paths have in common is one branch. Two decisions are the same if they are one object. Only the
   rows in view exist. */

const ROW_HEIGHT = 24;

/* What a jump of bytecode says if it is taken, and if it is not. */
const JUMPS = {
  ifnull: ["null", "not null"], ifnonnull: ["not null", "null"], if_acmpeq: ["the same", "another"], if_acmpne: ["another", "the same"],
  ifeq: ["0 or false", "not 0, or true"], ifne: ["not 0, or true", "0 or false"],
  iflt: ["< 0", "≥ 0"], ifge: ["≥ 0", "< 0"], ifgt: ["> 0", "≤ 0"], ifle: ["≤ 0", "> 0"],
  if_icmpeq: ["=", "≠"], if_icmpne: ["≠", "="], if_icmplt: ["<", "≥"], if_icmpge: ["≥", "<"], if_icmpgt: [">", "≤"], if_icmple: ["≤", ">"],
};

/* What was decided, without the place. */
function wayOf({ kind, decision }) {
  if (Object.hasOwn(JUMPS, kind) && (decision === "yes" || decision === "no")) return JUMPS[kind][decision === "yes" ? 0 : 1];
  return `${kind === "branch" || kind === "note" ? "" : kind + " "}${decision}`;
}

function decisionOf(event) {
  if (event.kind === "note") return event.decision;
  const known = (each) => each !== undefined && each !== null && each !== "";
  const place = event.bytecode === undefined ? [event.where && event.where.split("/").pop(), event.line]
    : event.line ? [event.where.split(".").pop(), event.line] : [event.where.split(".").slice(-2).join("."), event.bytecode];
  return `${place.filter(known).join(":")} ${wayOf(event)}`;
}

const newNode = (label, event = null) => ({ label, event, children: new Map(), leaves: [], count: 0 });

/* Chains without a fork are shown as one node, called by the decision with which it begins: where
   the chain ends that begins in a node, and what else is decided in it. */
function chainOf(node) {
  const chain = [];
  let end = node;
  while (end.children.size === 1 && !end.leaves.length) {
    [end] = end.children.values();
    chain.push(end.label);
  }
  return { chain, end };
}

class TreeView {
  /* `element` scrolls; `onChoose` hears which path was chosen; `describe` says how a path is shown.
     `onActivate`, if it is set, hears which one was clicked on or entered. */
  constructor(element, describe, onChoose, label) {
    this.element = element;
    this.describe = describe;
    this.onChoose = onChoose;
    this.rows = [];
    this.chosen = -1;
    this.linked = null;
    this.lineText = lineText;
    this.sizer = document.createElement("div");
    this.sizer.className = "sizer";
    element.append(this.sizer);
    element.tabIndex = 0;
    element.setAttribute("role", "tree");
    element.setAttribute("aria-label", label);
    element.addEventListener("scroll", () => this.paint());
    element.addEventListener("keydown", (event) => this.key(event));
    new ResizeObserver(() => this.paint()).observe(element);
  }

  show(paths) {
    this.root = newNode("");
    this.folded = new Set();
    for (const path of paths) this.add(path);
    this.flatten();
  }

  /* Seen after `flatten`, as what is removed is. */
  add(path) {
    let node = this.root;
    node.count += 1;
    for (const event of path.trace) {
      let next = node.children.get(event);
      if (!next) node.children.set(event, next = newNode(decisionOf(event), event));
      node = next;
      node.count += 1;
    }
    node.leaves.push(path);
  }

  remove(path) {
    let node = this.root;
    node.count -= 1;
    for (const event of path.trace) {
      const next = node.children.get(event);
      next.count -= 1;
      if (!next.count) { node.children.delete(event); return; }
      node = next;
    }
    node.leaves.splice(node.leaves.indexOf(path), 1);
  }

  flatten() {
    const kept = this.rows[this.chosen];
    this.rows = [];
    const stack = [{ node: this.root, depth: 0 }];
    while (stack.length) {
      const each = stack.pop();
      if (each.path) { this.rows.push(each); continue; }
      const isRoot = each.node === this.root, depth = isRoot ? 0 : each.depth + 1, { chain, end } = chainOf(each.node);
      if (!isRoot && each.node.count === 1) { this.rows.push({ path: end.leaves[0], node: each.node, depth: each.depth }); continue; }
      if (!isRoot) this.rows.push({ ...each, chain });
      if (this.folded.has(each.node)) continue;
      const isCut = (path) => path.outcome.kind === "bounded";
      const leaves = (wanted) => end.leaves.filter((path) => isCut(path) === wanted).map((path) => ({ path, depth }));
      const inside = [...leaves(false), ...[...end.children.values()].map((node) => ({ node, depth })), ...leaves(true)];
      stack.push(...inside.reverse());
    }
    this.chosen = kept ? this.rows.findIndex((row) => row.path ? row.path === kept.path : !kept.path && row.node === kept.node) : -1;
    this.sizer.style.height = this.rows.length * ROW_HEIGHT + "px";
    this.paint();
  }

  paint() {
    const first = Math.max(0, Math.floor(this.element.scrollTop / ROW_HEIGHT) - 4);
    const last = Math.min(this.rows.length, first + Math.ceil((this.element.clientHeight || 400) / ROW_HEIGHT) + 8);
    const made = [];
    for (let index = first; index < last; index += 1) made.push(this.rowElement(index));
    this.sizer.replaceChildren(...made);
  }

  rowElement(index) {
    const row = this.rows[index], made = document.createElement("div");
    made.className = "row";
    made.id = `${this.element.id}-${index}`;
    made.style.top = index * ROW_HEIGHT + "px";
    made.style.paddingLeft = 8 + Math.min(row.depth, 24) * 14 + "px";
    made.setAttribute("role", "treeitem");
    made.setAttribute("aria-level", row.depth + 1);
    made.setAttribute("aria-selected", index === this.chosen);
    const part = (content, type) => {
      const span = document.createElement("span");
      span.textContent = visible(content);
      if (type) span.className = type;
      made.append(span);
    };
    if (row.path) {
      const { mark, type, name, rest } = this.describe(row.path);
      part(mark, `fold ${type}`);
      if (row.node) part(row.node.label + "  ", "soft");
      part(name, type === "accent" ? "accent" : "");
      part("  " + rest, "soft");
      if (this.linked && this.linked(row.path)) made.classList.add("linked");
    } else {
      const folded = this.folded.has(row.node);
      made.setAttribute("aria-expanded", !folded);
      part(folded ? "▸" : "▾", "fold");
      part(row.node.label);
      part(`  ${row.node.count}  ${this.lineText(row.node.event)}`, "soft");
      made.title = [row.node.label, ...row.chain].join("\n");
    }
    made.addEventListener("click", () => {
      this.choose(index);
      if (row.path) this.onActivate?.(row.path); else this.fold(row.node);
      this.element.focus({ preventScroll: true });
    });
    return made;
  }

  fold(node, wanted = !this.folded.has(node)) {
    if (wanted) this.folded.add(node); else this.folded.delete(node);
    this.flatten();
  }

  choose(index, quiet = false) {
    if (index < 0 || index >= this.rows.length) return;
    this.chosen = index;
    const top = index * ROW_HEIGHT, { scrollTop, clientHeight } = this.element;
    if (top < scrollTop) this.element.scrollTop = top;
    else if (clientHeight && top + ROW_HEIGHT > scrollTop + clientHeight) this.element.scrollTop = top + ROW_HEIGHT - clientHeight;
    this.paint();
    this.element.setAttribute("aria-activedescendant", `${this.element.id}-${index}`);
    if (!quiet && this.rows[index].path) this.onChoose(this.rows[index].path);
  }

  chooseFirst(test = () => true) {
    this.choose(Math.max(0, this.rows.findIndex((row) => row.path && test(row.path))));
  }

  key(event) {
    const row = this.rows[this.chosen];
    const moves = { ArrowDown: 1, ArrowUp: -1, PageDown: 15, PageUp: -15 };
    if (event.key in moves) this.choose(Math.max(0, Math.min(this.rows.length - 1, this.chosen + moves[event.key])));
    else if (event.key === "Home") this.choose(0);
    else if (event.key === "End") this.choose(this.rows.length - 1);
    else if (event.key === "ArrowLeft" && row) {
      if (!row.path && !this.folded.has(row.node)) this.fold(row.node, true);
      else {
        let up = this.chosen - 1;
        while (up >= 0 && (this.rows[up].path || this.rows[up].depth >= row.depth)) up -= 1;
        this.choose(up);
      }
    } else if (event.key === "ArrowRight" && row && !row.path) {
      if (this.folded.has(row.node)) this.fold(row.node, false); else this.choose(this.chosen + 1);
    } else if ((event.key === "Enter" || event.key === " ") && row) {
      if (row.path) this.onActivate?.(row.path); else this.fold(row.node);
    }
    else return;
    event.preventDefault();
  }
}
