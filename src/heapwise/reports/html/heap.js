"use strict";
/* Draws heaps. The graph of some heaps of one run is made as reports/graph.py makes it, in the same
   order, because layouts have no names; a heap without a layout is laid out here. */

const CHARACTER = 7.25, ROW = 20, HEADER = 22, PADDING = 10, MOST_TEXT = 24;

/* Characters that nobody sees, or that turn the order of others round, are written as what they are. */
const UNSEEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;
const visible = (text) => String(text).replace(UNSEEN, (each) => "\\u" + each.charCodeAt(0).toString(16).padStart(4, "0"));

function refsIn(value) {
  if (typeof value === "string") return [value];
  return value && value.tuple ? value.tuple.flatMap(refsIn) : [];
}

function valueText(value, words) {
  if (value === null || value === undefined) return words.null;
  if (value === true) return words.true;
  if (value === false) return words.false;
  if (typeof value !== "object") return String(value);
  if ("str" in value) return JSON.stringify(value.str);
  if ("chars" in value) return JSON.stringify(String.fromCharCode(...value.chars));
  if ("float" in value) return value.float;
  if ("int" in value) return value.int;
  if ("name" in value) return value.name;
  const items = value.tuple.map((each) => valueText(each, words));
  return items.length === 1 ? `(${items[0]},)` : `(${items.join(", ")})`;
}

const BOXES = /^java\.lang\.(Boolean|Byte|Character|Double|Float|Integer|Long|Short)$/;

const valuesIn = (object) => [...Object.values(object.fields), ...(object.items || []), ...(object.entries || []).flat()];

/* What takes boxed numbers out of heaps of one run, as reports/boxed_numbers.py does: a box that nobody shares is shown as its value. */
function unboxing(heaps) {
  const values = new Map(), shared = new Set();
  for (const heap of heaps) {
    const uses = new Map();
    for (const value of [...Object.values(heap.roots), ...Object.values(heap.objects).flatMap(valuesIn)])
      for (const ref of refsIn(value)) uses.set(ref, (uses.get(ref) || 0) + 1);
    for (const [ref, object] of Object.entries(heap.objects)) {
      if (!BOXES.test(object.class) || Object.keys(object.fields).join() !== "value") continue;
      const { value } = object.fields;
      if (!values.has(ref)) values.set(ref, value);
      if (uses.get(ref) > 1 || JSON.stringify(values.get(ref)) !== JSON.stringify(value)) shared.add(ref);
    }
  }
  for (const ref of shared) values.delete(ref);
  const shown = (value) => (typeof value === "string" && values.has(value) ? values.get(value) : value && value.tuple ? { tuple: value.tuple.map(shown) } : value);
  const fields = (all) => Object.fromEntries(Object.entries(all).map(([name, value]) => [name, shown(value)]));
  const content = (object) => ({ ...object, fields: fields(object.fields), items: object.items && object.items.map(shown),
    entries: object.entries && object.entries.map((entry) => entry.map(shown)) });
  return (heap) => (values.size && heap ? { roots: fields(heap.roots),
    objects: Object.fromEntries(Object.entries(heap.objects).filter(([ref]) => !values.has(ref)).map(([ref, object]) => [ref, content(object)])) } : heap);
}

function slotsOf(object, words) {
  const slot = (key, label, ...values) => {
    const last = values[values.length - 1];
    return {
      key, label, text: valueText(last, words), isNull: last === null,
      targets: values.flatMap(refsIn), isArrow: typeof last === "string",
    };
  };
  return [
    ...Object.entries(object.fields).map(([name, value]) => slot("." + name, name, value)),
    ...(object.items || []).map((value, index) => slot(`[${index}]`, String(index), value)),
    ...(object.entries || []).map(([key, value], index) =>
      slot(`{${index}}`, valueText(key, words), key, value)),
  ];
}

const isField = (key) => key[0] === "." && !/^\.\d+$/.test(key);

function graphOf(heaps, words) {
  const nodes = new Map(), arrows = new Map(), names = new Set();
  const arrow = (source, slot, target) => {
    if (!arrows.has(source)) arrows.set(source, new Map());
    arrows.get(source).set(slot + " " + target, { slot, target });
  };
  for (const heap of heaps) {
    for (const [name, value] of Object.entries(heap.roots))
      for (const ref of refsIn(value))
        if (ref in heap.objects) { names.add(name); arrow("r" + name, "", ref); }
    for (const [ref, object] of Object.entries(heap.objects)) {
      if (!nodes.has(ref)) nodes.set(ref, { ref, className: object.class, slots: new Map(), links: new Set() });
      const node = nodes.get(ref);
      for (const slot of slotsOf(object, words)) {
        const known = node.slots.get(slot.key);
        if (!known || known.text.length < slot.text.length) node.slots.set(slot.key, slot);
        for (const target of slot.targets)
          if (target in heap.objects) { arrow("o" + ref, slot.key, target); node.links.add(slot.key); }
      }
    }
  }
  const fields = new Map();
  for (const node of nodes.values()) {
    if (!fields.has(node.className)) fields.set(node.className, declaredLinks(node.className));
    for (const key of node.links) if (isField(key)) fields.get(node.className).add(key);
  }
  for (const node of nodes.values()) {
    const hasItems = [...node.links].some((key) => !isField(key));
    for (const key of node.slots.keys())
      if (isField(key) ? fields.get(node.className).has(key) : hasItems) node.links.add(key);
  }
  const edges = [], order = new Set();
  for (const start of [...[...names].map((name) => "r" + name), ...[...nodes.keys()].map((ref) => "o" + ref)]) {
    if (start[0] === "o") {
      if (order.has(start.slice(1))) continue;
      order.add(start.slice(1));
    }
    const follow = (source) => ({ source, rest: (arrows.get(source) || new Map()).values() });
    const stack = [follow(start)];
    while (stack.length) {
      const top = stack[stack.length - 1], next = top.rest.next();
      if (next.done) { stack.pop(); continue; }
      const { slot, target } = next.value, isObject = top.source[0] === "o", isNew = !order.has(target);
      edges.push({ source: top.source, slot, target, isBack: isObject && !isNew });
      if (isNew) {
        order.add(target);
        nodes.get(target).parent = isObject ? top.source.slice(1) : null;
        stack.push(follow("o" + target));
      }
    }
  }
  const ordered = new Map([...order].map((ref) => [ref, nodes.get(ref)]));
  const { down, backwards } = waysOf(nodes, edges);
  for (const node of nodes.values())
    node.children = new Set([...node.links].filter((key) => !backwards.get(node.className).has(key)));
  return { names: [...names], nodes: ordered, edges, down };
}

/* The fields that may refer to another object of the class. */
const declaredLinks = (name) => new Set(DATA.links && Object.hasOwn(DATA.links, name) ? DATA.links[name].map((each) => "." + each) : []);

const BACKWARDS = /^_*(prev|pred|parent|back|before|owner|up$)/i;

/* Do objects branch, and which fields of a class lead back? As reports/graph.py tells it. */
function waysOf(nodes, edges) {
  const own = new Map(), items = new Map(), inside = new Map(), inverse = new Map(), backwards = new Map();
  const into = (map, key, value) => { if (!map.has(key)) map.set(key, new Set()); map.get(key).add(value); };
  for (const { className } of nodes.values()) if (!own.has(className)) own.set(className, declaredLinks(className));
  for (const { source: from, slot, target, isBack } of edges) {
    if (from[0] !== "o") continue;
    const source = from.slice(1), { className } = nodes.get(source);
    if (!isField(slot)) { if (!isBack) into(items, source, slot); }
    else if (className === nodes.get(target).className) {
      own.get(className).add(slot);
      into(inside, JSON.stringify([source, target]), slot);
    }
  }
  for (const [ends, there] of inside) {
    const [source, target] = JSON.parse(ends), back = source === target ? [] : inside.get(JSON.stringify([target, source])) || [];
    for (const one of there) for (const other of back) if (one !== other) into(inverse, nodes.get(source).className, JSON.stringify([one, other]));
  }
  for (const [name, fields] of own) backwards.set(name, backwardsOf(fields, [...inverse.get(name) || []].sort().map((each) => JSON.parse(each))));
  const down = [...items.values()].some((each) => each.size > 1)
    || [...own].some(([name, fields]) => [...fields].filter((key) => !backwards.get(name).has(key)).length > 1);
  return { down, backwards };
}

/* Of two fields that are inverse to each other, the one that is so to most. Where all are called so, none leads back. */
function backwardsOf(fields, inverse) {
  let found = new Set([...fields].filter((key) => BACKWARDS.test(key.slice(1))));
  if (found.size === fields.size) found = new Set();
  for (;;) {
    const pairs = inverse.filter(([one, other]) => !found.has(one) && !found.has(other)).map(([one]) => one);
    if (!pairs.length) return found;
    const often = (key) => pairs.filter((each) => each === key).length;
    found.add(pairs.reduce((best, key) => (often(key) > often(best) ? key : best)));
  }
}

function rowsOf(node, down) {
  const below = [...node.slots.values()].filter((slot) => down && node.children.has(slot.key));
  return { below, rows: [...node.slots.values()].filter((slot) => !below.includes(slot)) };
}

function sizeOf(node, down) {
  const { below, rows } = rowsOf(node, down);
  let width = Math.max(node.ref.length, ...rows.map((slot) =>
    slot.label.length + 2 + Math.min(MOST_TEXT, slot.text.length))) * CHARACTER + 2 * PADDING;
  if (below.length) {
    const cell = Math.max(...below.map((slot) => slot.label.length)) * CHARACTER + 2 * PADDING;
    width = Math.max(width, below.length * cell);
  }
  return { width: Math.round(width), height: HEADER + ROW * (rows.length + (below.length ? 2 : 0)) };
}

/* Where the arrow of a slot begins, from the corner of its object. */
function portOf(node, key, down, width) {
  const { below, rows } = rowsOf(node, down), at = below.findIndex((slot) => slot.key === key);
  if (at < 0) return { x: width, y: HEADER + ROW * (rows.findIndex((slot) => slot.key === key) + 0.5) };
  return { x: width * (at + 0.5) / below.length, y: HEADER + ROW * (rows.length + 2) };
}

/* A tree of the arrows that led to something new, objects beside or below the one that led there. */
function ownLayout(graph) {
  const { down } = graph, gap = down ? 28 : 24, place = new Map();
  const nameWidth = Math.max(0, ...graph.names.map((name) => name.length)) * CHARACTER + 2 * PADDING;
  const children = new Map([...graph.nodes.keys()].map((ref) => [ref, []]));
  const tops = [];
  for (const [ref, node] of graph.nodes) (node.parent ? children.get(node.parent) : tops).push(ref);
  const depths = [];
  const depthOf = new Map();
  for (const [ref, node] of graph.nodes) {
    const depth = node.parent ? depthOf.get(node.parent) + 1 : 0, size = sizeOf(node, down);
    depthOf.set(ref, depth);
    depths[depth] = Math.max(depths[depth] || 0, down ? size.height : size.width);
  }
  const start = [down ? ROW + 36 : nameWidth + 36];
  for (const each of depths) start.push(start[start.length - 1] + each + 40);
  let next = 0;
  const stack = tops.slice().reverse().map((ref) => ({ ref, done: false }));
  while (stack.length) {
    const each = stack.pop(), size = sizeOf(graph.nodes.get(each.ref), down), own = children.get(each.ref);
    const extent = down ? size.width : size.height;
    if (!each.done && own.length) {
      stack.push({ ref: each.ref, done: true, from: next });
      for (const child of own.slice().reverse()) stack.push({ ref: child, done: false });
      continue;
    }
    let across = next;
    if (own.length) {
      const first = place.get(own[0]), last = place.get(own[own.length - 1]);
      const middle = down ? (first.x + last.x + last.w) / 2 : first.y + first.h / 2;
      across = Math.max(each.from, middle - extent / 2);
    }
    next = Math.max(next, across + extent + gap);
    const along = start[depthOf.get(each.ref)];
    place.set(each.ref, down ? { x: across, y: along, w: size.width, h: size.height }
      : { x: along, y: across, w: size.width, h: size.height });
  }
  const names = [], used = new Map();
  for (const name of graph.names) {
    const first = graph.edges.find((edge) => edge.source === "r" + name).target, box = place.get(first);
    const nth = used.get(first) || 0;
    used.set(first, nth + 1);
    const width = name.length * CHARACTER + 2 * PADDING;
    names.push(down ? [Math.round(box.x + nth * (width + 6)), 0, Math.round(width)]
      : [Math.round(nameWidth - width), Math.round(box.y + nth * (ROW + 6)), Math.round(width)]);
  }
  const nodes = [...graph.nodes.keys()].map((ref) => { const p = place.get(ref); return [Math.round(p.x), Math.round(p.y), p.w]; });
  const boxes = [...place.values()];
  let height = Math.max(ROW, ...boxes.map((box) => box.y + box.h), ...names.map((name) => name[1] + ROW));
  let width = Math.max(60, ...boxes.map((box) => box.x + box.w), ...names.map((name) => name[0] + name[2]));
  const arrows = graph.edges.map((edge) => {
    const to = place.get(edge.target);
    let x, y;
    if (edge.source[0] === "r") {
      const [left, top, w] = names[graph.names.indexOf(edge.source.slice(1))];
      [x, y] = down ? [left + w / 2, top + ROW] : [left + w, top + ROW / 2];
    } else {
      const ref = edge.source.slice(1), box = place.get(ref), port = portOf(graph.nodes.get(ref), edge.slot, down, box.w);
      [x, y] = [box.x + port.x, box.y + port.y];
    }
    if (down) {
      if (to.y > y) return [x, y, x, y + 20, to.x + to.w / 2, to.y - 26, to.x + to.w / 2, to.y - 6, to.x + to.w / 2, to.y];
      const side = to.x + to.w, far = Math.max(x, side) + 40;
      width = Math.max(width, far + 10);
      height = Math.max(height, y + 30);
      return [x, y, x, y + 34, far, y + 20, far, (y + to.y) / 2, far, to.y + 11, side + 20, to.y + 11, side + 6, to.y + 11, side, to.y + 11];
    }
    if (to.x > x) {
      const source = edge.source[0] === "o" ? graph.nodes.get(edge.source.slice(1)) : null, target = graph.nodes.get(edge.target);
      const isRow = source && source.className === target.className && target.slots.has(edge.slot);
      const at = to.y + (isRow ? portOf(target, edge.slot, down, to.w).y : 11);
      return [x, y, x + 20, y, to.x - 26, at, to.x - 6, at, to.x, at];
    }
    const bottom = Math.max(y, to.y + to.h) + 26, middle = to.x + to.w / 2;
    height = Math.max(height, bottom + 8);
    width = Math.max(width, x + 30);
    return [x, y, x + 34, y, x + 20, bottom, (x + middle) / 2, bottom, middle, bottom, middle, to.y + to.h + 24, middle, to.y + to.h + 6, middle, to.y + to.h];
  }).map((points) => points.map(Math.round));
  return { down, width: Math.ceil(width), height: Math.ceil(height), nodes, names, arrows };
}

const SVG = "http://www.w3.org/2000/svg";

function svg(tag, attributes, ...children) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

function curve(points) {
  let d = `M${points[0]} ${points[1]}C`;
  d += points.slice(2, -2).join(" ");
  return d + `L${points[points.length - 2]} ${points[points.length - 1]}`;
}

function arrowHead(points, type) {
  const n = points.length, [x, y] = points.slice(n - 2);
  let k = n - 4;
  while (k > 0 && Math.hypot(x - points[k], y - points[k + 1]) < 1) k -= 2;
  const angle = Math.atan2(y - points[k + 1], x - points[k]);
  const at = (length, turn) => `${(x - length * Math.cos(angle + turn)).toFixed(1)},${(y - length * Math.sin(angle + turn)).toFixed(1)}`;
  return svg("polygon", { class: type, points: `${x},${y} ${at(8, 0.42)} ${at(8, -0.42)}` });
}

const short = (text) => (text.length > MOST_TEXT ? text.slice(0, MOST_TEXT - 1) + "…" : text);

function changedSlots(before, heap, words) {
  const found = new Set();
  for (const [ref, object] of Object.entries(heap.objects)) {
    if (!(ref in before.objects)) { found.add(ref); continue; }
    const old = new Map(slotsOf(before.objects[ref], words).map((slot) => [slot.key, slot]));
    for (const slot of slotsOf(object, words)) {
      const was = old.get(slot.key);
      if (!was || was.text !== slot.text || was.label !== slot.label || was.isNull !== slot.isNull) found.add(ref + " " + slot.key);
    }
  }
  return found;
}

/* In words, for who cannot see the drawing. */
function heapWords(heap, words) {
  const roots = Object.entries(heap.roots).map(([name, value]) => `${name} is ${valueText(value, words)}`);
  const objects = Object.entries(heap.objects).map(([ref, object]) =>
    `${ref}: ${slotsOf(object, words).map((slot) => `${slot.label} ${slot.text}`).join(", ") || "no fields"}`);
  return [...roots, ...objects].join("; ") || "an empty heap";
}

/* An element with the heap drawn. `all` are the heaps that keep the same places; `before`, if given,
   says what has changed. */
function drawHeap(given, { all: boxed = [given], before: old = null, layout = null, words, label = "heap" }) {
  const unboxed = unboxing(boxed), all = boxed.map(unboxed), heap = unboxed(given), before = unboxed(old);
  const graph = graphOf(all, words), changed = before ? changedSlots(before, heap, words) : new Set();
  const box = document.createElement("div");
  box.className = "heap";
  const plain = Object.entries(heap.roots).filter(([, value]) => !refsIn(value).some((ref) => ref in heap.objects));
  if (plain.length) {
    const list = document.createElement("div");
    list.className = "plain";
    for (const [name, value] of plain) {
      const item = document.createElement("span"), text = valueText(value, words);
      item.textContent = visible(`${name} = ${text}`);
      item.dir = "auto";
      if (before && (!Object.hasOwn(before.roots, name) || valueText(before.roots[name], words) !== text)) item.className = "changed";
      list.append(item);
    }
    box.append(list);
  }
  if (!graph.nodes.size) return box;
  const fits = layout && layout.nodes.length === graph.nodes.size && layout.arrows.length === graph.edges.length;
  const where = fits ? layout : ownLayout(graph);
  const picture = svg("svg", {
    viewBox: `-2 -4 ${where.width + 8} ${where.height + 10}`, width: where.width + 8, height: where.height + 10,
    role: "img", "aria-label": `${label}: ${heapWords(heap, words)}`.slice(0, 4000),
  });
  picture.style.minWidth = `${Math.round(where.width * 0.7)}px`;
  const now = graphOf([heap], words), present = new Set(now.edges.map((edge) => `${edge.source}|${edge.slot}|${edge.target}`));
  const shown = graph.edges.map((edge, index) => ({ edge, points: where.arrows[index] })).filter(({ edge }) => present.has(`${edge.source}|${edge.slot}|${edge.target}`));
  for (const { edge, points } of shown) {
    const isNew = edge.source[0] === "o" ? changed.has(edge.source.slice(1) + " " + edge.slot) || changed.has(edge.source.slice(1))
      : before && !refsIn(Object.hasOwn(before.roots, edge.source.slice(1)) ? before.roots[edge.source.slice(1)] : null).includes(edge.target);
    const type = isNew ? "arrow changed" : "arrow";
    picture.append(svg("path", { class: type, d: curve(points) }), arrowHead(points, type + " head"));
  }
  graph.names.forEach((name, index) => {
    if (!now.names.includes(name)) return;
    const [x, y, width] = where.names[index];
    picture.append(svg("g", { class: "name" },
      svg("rect", { x, y, width, height: ROW, rx: 10 }), text(x + width / 2, y + 14, name, "middle")));
  });
  [...graph.nodes.values()].forEach((node, index) => {
    if (!(node.ref in heap.objects)) return;
    const [x, y, width] = where.nodes[index];
    const starts = new Map(shown.filter(({ edge }) => edge.source === "o" + node.ref).map(({ edge, points }) => [edge.slot, points[0]]));
    const lowest = Math.max(...shown.filter(({ edge }) => edge.target === node.ref).map(({ points }) => points[points.length - 1]));
    picture.append(record(heap, node, where.down, x, y, width, changed, { starts, lowest }, words));
  });
  box.append(picture);
  return box;
}

function text(x, y, content, anchor = "start", type = "") {
  const made = svg("text", { x, y, "text-anchor": anchor, class: type });
  made.textContent = visible(content);
  return made;
}

/* An object. What it has in other heaps of the run keeps its place in the middle, and leaves no empty one at the end.
   `starts` tells where arrows leave it, by slot, and `lowest` how far below its top others end. */
function record(heap, node, down, x, y, width, changed, { starts, lowest }, words) {
  const held = new Map(slotsOf(heap.objects[node.ref], words).map((slot) => [slot.key, slot]));
  const whole = rowsOf(node, down), upTo = (all) => all.slice(0, all.findLastIndex((slot) => held.has(slot.key)) + 1);
  const cells = upTo(whole.below), rows = cells.length ? whole.rows : upTo(whole.rows), below = cells.length ? whole.below : [];
  const least = HEADER + ROW * (rows.length + (below.length ? 2 : 0)), height = lowest > y + least ? sizeOf(node, down).height : least;
  const isNew = changed.has(node.ref), group = svg("g", { class: isNew ? "record changed" : "record" });
  const title = svg("title", {});
  title.textContent = visible(`${node.ref} (${node.className})`);
  group.append(title, svg("rect", { x, y, width, height, rx: 3 }),
    svg("path", { class: "rule", d: `M${x} ${y + HEADER}h${width}` }), text(x + PADDING, y + 15, node.ref, "start", "title"));
  const mark = (slot, cx, cy) => {
    if (slot.isNull) group.append(svg("path", { class: "null", d: `M${cx - 5} ${cy + 5}L${cx + 5} ${cy - 5}M${cx - 5} ${cy - 5}h10v10h-10z` }));
    else if (slot.isArrow) group.append(svg("circle", { class: "dot", cx, cy, r: 3 }));
    else group.append(text(cx + 4, cy + 4, short(slot.text), "end", "value"));
  };
  rows.forEach((each, row) => {
    const slot = held.get(each.key), top = y + HEADER + ROW * row;
    if (!slot) return;
    const type = isNew || changed.has(node.ref + " " + slot.key) ? "changed" : "";
    group.append(text(x + PADDING, top + 14, slot.label, "start", "label " + type));
    const isLink = node.links.has(slot.key);
    const inside = x + width - PADDING - 2, start = slot.isArrow ? starts.get(slot.key) : undefined;
    if (start >= x + width - 1) group.append(svg("path", { class: `arrow ${type}`, d: `M${inside} ${top + 10}H${start}` }));
    if (slot.isNull || (isLink && slot.isArrow)) mark(slot, start < x + PADDING / 2 ? start : inside, top + 10);
    else group.append(text(x + width - PADDING, top + 14, short(slot.text), "end", "value " + type));
  });
  below.forEach((each, at) => {
    const slot = held.get(each.key), left = x + width * at / below.length, top = y + HEADER + ROW * rows.length;
    if (at === 0) group.append(svg("path", { class: "rule", d: `M${x} ${top}h${width}` }));
    else if (at < cells.length) group.append(svg("path", { class: "rule", d: `M${left} ${top}v${2 * ROW}` }));
    if (!slot) return;
    const middle = left + width / below.length / 2, type = isNew || changed.has(node.ref + " " + slot.key) ? "changed" : "";
    group.append(text(middle, top + 14, slot.label, "middle", "label " + type));
    if (slot.isNull || slot.isArrow) mark(slot, middle, top + ROW + 9);
    else group.append(text(middle, top + ROW + 13, short(slot.text), "middle", "value " + type));
  });
  return group;
}
