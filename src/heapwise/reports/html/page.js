"use strict";
/* The page of a report. Everything that comes from a program is set as text, never as markup. */

const DATA = JSON.parse(document.getElementById("data").textContent);
const WORDS = DATA.words;
const MARKS = { returned: "✓", raised: "!", violated: "✗", endless: "∞", bounded: "…", unsupported: "?", undecided: "?", failed: "✗" };

/* make("div.soft", {title: …}, children…) */
function make(what, attributes = {}, ...children) {
  const [tag, ...classes] = what.split("."), made = document.createElement(tag);
  if (classes.length) made.className = classes.join(" ");
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value !== null && value !== false) made.setAttribute(name, value);
  }
  made.append(...children.filter((each) => each !== null && each !== undefined).map((each) => (typeof each === "string" ? visible(each) : each)));
  return made;
}

const counted = (count, what) => `${count.toLocaleString("en").replaceAll(",", " ")} ${what}${count === 1 ? "" : "s"}`;
const secondsText = (seconds) => (seconds < 1 ? `${Math.round(seconds * 1000)} ms` : `${seconds.toFixed(1)} s`);
const layoutOf = (index) => (index === undefined || index === null ? null : DATA.layouts[index]);
const baseName = (file) => file.split("/").pop();

function section(title, ...children) {
  return make("section", {}, make("h3", {}, title), ...children);
}

function code(text, label) {
  const button = make("button", { onclick: () => {
    navigator.clipboard?.writeText(text).then(() => { button.textContent = "copied"; }, () => { button.textContent = "not allowed"; });
  } }, "copy");
  return make("div.code", {}, make("pre", { tabindex: 0, role: "region", "aria-label": label }, text), button);
}

function figure(caption, heap, options) {
  const drawn = drawHeap(heap, { words: WORDS, label: caption, ...options }), picture = drawn.querySelector("svg");
  const made = make("figure", { tabindex: 0 }, make("figcaption", {}, caption), drawn);
  // What does not fit beside another has a row of its own.
  if (picture) made.style.flexBasis = `${Math.max(300, Number(picture.getAttribute("width")) + 28)}px`;
  return made;
}

/* The parts of a condition: what stands between `and`s that are in no parentheses and no text. */
function conjuncts(condition) {
  const parts = [];
  let depth = 0, quote = "", start = 0;
  for (let i = 0; i < condition.length; i += 1) {
    const c = condition[i];
    if (quote) { if (c === "\\") i += 1; else if (c === quote) quote = ""; }
    else if (c === "'" || c === '"') quote = c;
    else if ("([{".includes(c)) depth += 1;
    else if (")]}".includes(c)) depth -= 1;
    else if (depth === 0 && condition.startsWith(" and ", i)) { parts.push(condition.slice(start, i)); start = i + 5; i += 4; }
  }
  return [...parts, condition.slice(start)];
}

function conditionList(condition) {
  const parts = condition === "" || condition === "true" ? ["always"] : conjuncts(condition);
  return make("ul.condition", {}, ...parts.map((each) => make("li", { dir: "auto" }, each)));
}

function outcomeText(outcome) {
  if (outcome.kind === "returned") return outcome.value === undefined ? "returned" : `returned ${valueText(outcome.value, WORDS)}`;
  const at = outcome.place && outcome.place.line ? ` at ${baseName(outcome.place.file)}:${outcome.place.line}` : "";
  return `${outcome.kind} ${outcome.exception || ""}${at}`;
}

const isBad = (kind) => kind === "violated" || kind === "failed";

/* ---------------------------------------------------------------- source */

/* A table of the lines of a file; `lines` tells the class and the note of some of them, which are
   all there is if its text was not found. */
function sourceView(file, lines, onLine, label) {
  const body = make("tbody", {}), text = DATA.sources[file];
  const all = text === undefined ? [...lines.keys()].sort((a, b) => a - b).map((number) => [number, ""])
    : text.split(/\r?\n/).map((each, index) => [index + 1, each]);
  all.forEach(([number, text]) => {
    const mark = lines.get(number) || {};
    body.append(make(`tr${mark.type ? "." + mark.type : ""}`, { "data-line": number },
      make("td.n", onLine ? { onclick: () => onLine(number), title: "paths through this line" } : {}, String(number)),
      make("td", {}, text || " "), mark.note ? make("td.d", { title: mark.note }, mark.href ? make("a", { href: mark.href }, mark.note) : mark.note) : make("td", {})));
  });
  return make("div.source", { tabindex: 0, role: "region", "aria-label": label }, make("table", { role: "presentation" }, body));
}

function scrollToLine(view, number, centre = true) {
  const row = view.querySelector(`tr[data-line="${number}"]`);
  if (row) view.scrollTop = row.offsetTop - (centre ? view.clientHeight / 3 : 40);
}

/* ---------------------------------------------------------------- explore */

/* The file where something was decided: that of the target if nothing else is said. */
const fileOf = (event) => event.file || DATA.file;

const LINES = new Map();

/* What stands in the line where something was decided. */
function lineText(event) {
  const file = event.line ? fileOf(event) : null, text = file ? DATA.sources?.[file] : undefined;
  if (text === undefined) return "";
  if (!LINES.has(file)) LINES.set(file, text.split(/\r?\n/));
  return (LINES.get(file)[event.line - 1] || "").trim();
}

/* Events that say only that code was entered. */
const ENTERED = ["def", "lambda"];

function linesOf(path, file) {
  const lines = new Map();
  const note = (line, type, text) => {
    const known = lines.get(line) || { notes: new Map() };
    if (type) known.type = type;
    if (text) known.notes.set(text, (known.notes.get(text) || 0) + 1);
    lines.set(line, known);
  };
  for (const step of path.steps || []) if ((step.file || DATA.file) === file) note(step.line, "ran", "");
  for (const event of path.trace) if (event.line && fileOf(event) === file) note(event.line, "ran", ENTERED.includes(event.kind) ? "" : wayOf(event));
  const place = path.outcome.place;
  if (place && place.line && baseName(place.file) === baseName(file)) note(place.line, "here", path.outcome.kind === "violated" ? "violated" : outcomeText(path.outcome).split(" at ")[0]);
  for (const each of lines.values()) each.note = [...each.notes].map(([text, times]) => (times > 1 ? `${times}× ${text}` : text)).join(" · ");
  return lines;
}

function stepsOf(path) {
  let objects = {};
  return path.steps.map((step) => {
    objects = { ...objects, ...step.objects };
    for (const ref of step.gone || []) delete objects[ref];
    return { ...step, heap: { roots: step.roots, objects } };
  });
}

/* The slider, which stays in view, and what it moves: the line in `views`, and the heap. */
function timeTravel(path, views, file) {
  const steps = stepsOf(path), all = steps.map((step) => step.heap), layout = layoutOf(path.steps_layout);
  const range = make("input", { type: "range", min: 0, max: steps.length - 1, value: 0, "aria-label": "step of the run" });
  const label = make("span.strong", { "aria-live": "polite" }), stage = make("div.steps", {});
  const show = (scrolls = true) => {
    const at = Number(range.value), step = steps[at];
    label.textContent = `step ${at + 1} of ${steps.length} · ${step.function || ""} ${baseName(step.file || file)}:${step.line}${step.event ? " · " + step.event : ""}`;
    stage.replaceChildren(figure(step.event ? "variables and heap then" : "variables and heap before the line runs", step.heap, { all, layout, before: at ? steps[at - 1].heap : null }));
    for (const each of views.values()) each.querySelectorAll("tr.now").forEach((row) => row.classList.remove("now"));
    const source = views.get(step.file || file);
    if (source) {
      source.querySelector(`tr[data-line="${step.line}"]`)?.classList.add("now");
      if (scrolls) scrollToLine(source, step.line);
    }
  };
  const move = (by) => { range.value = Number(range.value) + by; show(); };
  range.addEventListener("input", () => show());
  const slider = make("div.slider", {},
    make("div.controls", {}, make("button", { onclick: () => move(-1), "aria-label": "previous step" }, "‹"), range,
      make("button", { onclick: () => move(1), "aria-label": "next step" }, "›")), label);
  show(false);
  return { slider, stage };
}

function pathDetail(path, onLine) {
  const file = DATA.file, code_ = path.code || {}, detail = [];
  const name = path.case > 1 ? `path ${path.id}, case ${path.case}` : `path ${path.id}`;
  const shown = path.replayed ? "replayed by a run" : path.doubt ? `not shown: ${path.doubt}` : "";
  detail.push(make("h2", { dir: "auto" }, make(isBad(path.outcome.kind) ? "span.accent" : "span", {}, `${name} · ${outcomeText(path.outcome)}`),
    make("span.remark", {}, shown ? ` · ${shown}` : "")));
  detail.push(section("when", conditionList(path.condition)));
  const done = ["returned", "raised", "violated"].includes(path.outcome.kind);
  if (path.input) {
    const all = [path.input, path.output], layout = layoutOf(path.layout);
    detail.push(make("section.heaps", {}, figure("input", path.input, { all, layout }),
      done ? figure("output", path.output, { all, layout, before: path.input }) : null));
  } else detail.push(section(done ? "input and output" : "input", make("p.soft", {}, DATA.no_steps[path.no_steps])));
  const views = new Map(), sources = [], what = path.steps ? "the lines it ran, and what was decided" : "what was decided";
  const placed = path.trace.filter((event) => event.line);
  for (const each of new Set([file, ...placed.map(fileOf), ...(path.steps || []).map((step) => step.file || file)])) {
    const lines = each ? linesOf(path, each) : new Map(), isKnown = DATA.sources[each] !== undefined;
    if (!isKnown && !lines.size) continue;
    views.set(each, sourceView(each, lines, each === file ? onLine : null, `source of ${each}`));
    sources.push(section(`${baseName(each)}: ${what}${isKnown ? "" : " (its text was not found)"}`, views.get(each)));
  }
  if (!views.size) sources.push(section("what was decided", make("pre", { tabindex: 0 }, path.trace.map(decisionOf).join("\n") || "nothing")));
  if (path.steps && path.steps.length) {
    const { slider, stage } = timeTravel(path, views, file), [first, ...others] = sources;
    detail.push(make("section.travel", {}, make("h3", {}, "step by step"), slider, first, stage), ...others);
  } else {
    detail.push(...sources);
    if (path.no_steps !== undefined && path.input) detail.push(section("step by step", make("p.soft", {}, DATA.no_steps[path.no_steps])));
  }
  if (code_.rebuild) detail.push(section("rebuild it", code(code_.rebuild, "code that rebuilds the input")));
  if (code_.test) detail.push(section("the test it becomes", code(code_.test, "the test")));
  return { nodes: detail, views };
}

function describePath(path) {
  const parts = conjuncts(path.condition), last = parts[parts.length - 1];
  return { mark: MARKS[path.outcome.kind] || "·", type: isBad(path.outcome.kind) ? "accent" : "soft",
    name: `${path.id}${path.case > 1 ? "." + path.case : ""} ${outcomeText(path.outcome)}`, rest: last === "true" || path.outcome.kind === "bounded" ? "" : last };
}

/* What is written once in the data is put where it belongs. */
function unpackPath(path) {
  path.trace = path.trace.map((index) => DATA.events[index]);
  path.condition = path.condition.map((index) => DATA.conditions[index]).join(" and ");
  if (path.output && path.output.objects === null) path.output.objects = path.input.objects;
  return path;
}

/* The tree of decisions with its filters, and what is known of the chosen path. There may be more
   paths later, and some may go. */
function pathView() {
  const paths = new Set(), wanted = new Set(), chips = new Map();
  const search = make("input", { type: "search", placeholder: "condition, value, exception  ( / )", "aria-label": "filter by text" });
  const line = make("input", { type: "number", min: 1, placeholder: "line", "aria-label": "filter by source line" });
  const status = make("div.status.soft", { role: "status" });
  const detail = make("div.detail", { tabindex: 0, "aria-label": "the chosen path", role: "region" });
  const rows = make("div.rows", { id: "tree" }), chipList = make("span.chips", {});
  const view = { search, status, detail, rows, what: "path", chosen: null, onChoose: null, describe: describePath, detailOf: pathDetail };
  const choose = (path) => {
    view.chosen = path;
    const { nodes, views } = view.detailOf(path, (number) => { line.value = number; filter(); });
    detail.replaceChildren(...nodes);
    detail.scrollTop = 0;
    for (const [file, source] of views) {
      const begins = path.steps?.find((step) => (step.file || DATA.file) === file)?.line;
      const lines = begins ? [begins] : [...linesOf(path, file).keys()], { place } = path.outcome;
      const here = place && place.line && baseName(place.file) === baseName(file);
      scrollToLine(source, here ? place.line : Math.min(...lines, source.querySelectorAll("tr").length));
    }
    if (path.id) history.replaceState(null, "", `#path-${path.id}${path.case > 1 ? "." + path.case : ""}`);
    view.onChoose?.(path);
  };
  const tree = new TreeView(rows, (path) => view.describe(path), choose, "tree of decisions");
  const texts = new Map();
  const textOf = (path) => {
    if (!texts.has(path)) texts.set(path, `${path.condition} ${outcomeText(path.outcome)} ${path.id}`.toLowerCase());
    return texts.get(path);
  };
  const isKept = (path) => {
    const text = search.value.trim().toLowerCase(), number = Number(line.value);
    return (!wanted.size || wanted.has(path.outcome.kind)) && (!text || textOf(path).includes(text))
      && (!number || linesOf(path, DATA.file || "").has(number));
  };
  const refresh = () => {
    const kept = tree.root.count;
    status.textContent = kept === paths.size ? counted(kept, view.what) : `${kept} of ${counted(paths.size, view.what)}`;
    for (const [kind, chip] of chips) chip.button.textContent = `${MARKS[kind]} ${kind} ${chip.count}`;
    tree.flatten();
  };
  const filter = () => {
    tree.show([...paths].filter(isKept));
    refresh();
    if (tree.root.count) tree.chooseFirst(); else detail.replaceChildren(make("p.soft", {}, "No path is like that."));
  };
  const newChip = (kind) => {
    const button = make("button", { "aria-pressed": "false", onclick: () => {
      if (wanted.has(kind)) wanted.delete(kind); else wanted.add(kind);
      button.setAttribute("aria-pressed", wanted.has(kind));
      filter();
    } });
    chips.set(kind, { button, count: 0 });
    chipList.replaceChildren(...Object.keys(MARKS).filter((each) => chips.has(each)).map((each) => chips.get(each).button));
  };
  search.addEventListener("input", filter);
  line.addEventListener("input", filter);
  const fold = make("button", { onclick: () => {
    const all = tree.folded.size === 0;
    for (const child of tree.root.children.values()) if (all && child.count > 1) tree.folded.add(child);
    if (!all) tree.folded.clear();
    tree.flatten();
  } }, "fold");
  const fields = make("div.fields", {}, search, line);
  view.change = (added, removed = []) => {
    for (const path of added) {
      if (!chips.has(path.outcome.kind)) newChip(path.outcome.kind);
      chips.get(path.outcome.kind).count += 1;
      paths.add(path);
      if (isKept(path)) tree.add(path);
    }
    for (const path of removed) {
      chips.get(path.outcome.kind).count -= 1;
      if (isKept(path)) tree.remove(path);
      paths.delete(path);
      texts.delete(path);
    }
    line.hidden = !DATA.file;
    refresh();
  };
  view.clear = () => {
    for (const each of [paths, texts, chips, wanted]) each.clear();
    chipList.replaceChildren();
    view.chosen = null;
    tree.show([]);
    refresh();
  };
  tree.show([]);
  return Object.assign(view, { tree, choose, parts: [make("div.side", {},
    make("div.filters", {}, make("div.chips", {}, chipList, fold), fields), rows, status), detail] });
}

function exploreView() {
  const { summary } = DATA, paths = DATA.paths.map(unpackPath), counts = summary.counts, view = pathView(), { tree } = view;
  const line = [
    summary.verdict, summary.exhaustive ? "exhaustive" : null, summary.stopped ? `stopped: ${summary.stopped}` : null,
    `strategy ${summary.strategy}`, `${counts.queries} ${counts.queries === 1 ? "query" : "queries"}`, secondsText(summary.seconds),
  ].filter(Boolean).join(" · ");
  return { line, main: make("main.split", {}, ...view.parts), begin: () => {
    view.change(paths);
    const asked = location.hash.match(/^#path-(\d+)(?:\.(\d+))?$/);
    const isAsked = (path) => asked && path.id === Number(asked[1]) && path.case === Number(asked[2] || 1);
    if (asked && paths.some(isAsked)) tree.chooseFirst(isAsked);
    else tree.chooseFirst((path) => !paths.some((each) => isBad(each.outcome.kind)) || isBad(path.outcome.kind));
    view.rows.focus({ preventScroll: true });
  }, search: view.search };
}

/* ---------------------------------------------------------------- the whole */

const VIEWS = { explore: exploreView, check: checkView, enumerate: enumerateView, compare: compareView, tests: testsView };

function helpDialog() {
  const key = (name, what) => [make("dt", {}, make("kbd", {}, name)), make("dd", {}, what)];
  return make("dialog", { id: "help", "aria-label": "help" }, make("h2", {}, "Keys"),
    make("dl", {}, ...key("↑ ↓", "the path before, the next path"), ...key("← →", "fold and unfold a decision; step by step on the slider"),
      ...key("/", "search"), ...key("?", "this help"), ...key("Esc", "close")),
    make("p.soft", {}, "What has changed, and what is wrong, is in colour. A crossed box is null; an arrow is a reference, and two arrows to one record are aliases."),
    make("form", { method: "dialog" }, make("button", {}, "close")));
}

function start() {
  const view = VIEWS[DATA.document](), help = helpDialog();
  const showHelp = () => help.showModal();
  document.body.append(
    make("header.top", {}, make("h1", { dir: "auto" }, DATA.title), make("button", { onclick: showHelp, "aria-label": "help" }, "?"),
      make("span.soft", {}, view.line)), view.main, help);
  document.addEventListener("keydown", (event) => {
    if (/^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName) && event.target.type !== "range") {
      if (event.key === "Escape") event.target.blur();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "/" && view.search) { event.preventDefault(); view.search.focus(); }
    else if (event.key === "?") { event.preventDefault(); showHelp(); }
  });
  view.begin?.();
}
