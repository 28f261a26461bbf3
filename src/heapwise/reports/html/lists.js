"use strict";
/* The pages of check, enumerate, compare and tests. */

/* ---------------------------------------------------------------- check */

const GOOD = ["proved", "clean"];
const VERDICTS = { proved: "✓", clean: "✓", violated: "✗", "not-reproduced": "✗", unreached: "○", skipped: "–" };
const happens = (finding) => finding.built !== "unseen";
const counting = (report) => report.findings.filter(happens).length;

function boundsText(report) {
  if (report.verdict === "skipped") return report.reason;
  if (report.verdict === "proved") return "for every input";
  const covered = report.covered === null ? "" : `up to ${counted(report.covered, "object")} of each class`;
  return [covered, report.stopped ? `stopped: ${report.stopped}` : ""].filter(Boolean).join(" · ");
}

const lineId = (file, line) => `line-${DATA.files.indexOf(file)}-${line}`;

function findingBlock(report, finding, id) {
  const all = [finding.input, finding.output], layout = layoutOf(finding.layout), place = finding.place;
  const where = place && DATA.files.includes(place.file)
    ? make("a", { href: "#" + lineId(place.file, place.line) }, `${baseName(place.file)}:${place.line}`) : finding.at;
  const built = happens(finding) ? (finding.built === "calls" ? "built by public calls" : "")
    : `for objects that the public methods were not seen to build (${counted(finding.tried, "call")} tried)`;
  const how = [built, finding.replayed ? `replayed in ${finding.machine}` : `not shown: ${finding.doubt}`, ...finding.notes].filter(Boolean).join(" · ");
  return make("section.block", { id },
    make(happens(finding) ? "h2.accent" : "h2.soft", { dir: "auto" }, `${happens(finding) ? "✗" : "○"} ${report.name}: ${finding.message}`),
    make("p.soft", {}, where, ` · ${finding.kind} · ${how}`),
    finding.unless ? section("fails unless", make("p", {}, make("code", {}, finding.unless), ` (${finding.paths} of ${counted(finding.of_paths, "path")})`)) : null,
    section("when", conditionList(finding.condition)),
    make("section.heaps", {}, figure("input", finding.input, { all, layout }), figure("output", finding.output, { all, layout, before: finding.input })),
    finding.snippet ? section("rebuild it", code(finding.snippet, "code that rebuilds the input")) : null);
}

const WAYS = ["true", "false", "then", "else", "yes", "no"];

/* The lines of a function where something was decided, and which ways were taken. */
function decidedLines(report) {
  const { account } = report, sites = new Map();
  const isSettled = account.finished && !account.unsupported.length && !account.undecided.length && !account.failures.length;
  for (const event of report.decided) {
    if (!event.line || !WAYS.includes(event.decision) || event.kind === "def") continue;
    const file = event.file || report.place.file, key = [file, event.line, event.column, event.bytecode, event.kind].join("|");
    if (!sites.has(key)) sites.set(key, { place: { file, line: event.line }, kind: event.kind, ways: new Set() });
    sites.get(key).ways.add(wayOf(event.bytecode === undefined ? { ...event, kind: "branch" } : event));
  }
  return [...sites.values()].map(({ place, kind, ways }) => {
    const [way] = ways, name = kind === "branch" || kind in JUMPS ? "" : kind + " ";
    return { place, isBoth: ways.size > 1, note: ways.size > 1 ? `${name}both ways` : `${name}only ${way}${isSettled ? " within the bounds" : ", so far"}` };
  });
}

/* How lines are marked, the strongest last, and what that is called. */
const LINE_MARKS = { named: "", open: "not reached yet", unreached: "not reachable within the bounds", ran: "reached", oneway: "reached, decided one way only",
  unsupported: "not supported", violated: "violated" };

/* What is known of each line: is it reached, where are findings, what was not followed, which ways were taken. Of the lines that
   no function has reached, those are not reachable of which all functions that might reach them have found so. */
function checkedLines(file, functions) {
  const lines = new Map(), strength = Object.keys(LINE_MARKS);
  const mark = (place, type, note = "", href = null) => {
    if (!place || place.file !== file || !place.line) return;
    const known = lines.get(place.line), by = known ? strength.indexOf(type) - strength.indexOf(known.type) : 1;
    if (by > 0) lines.set(place.line, { type, note, href });
    else if ((by === 0 || type === "named") && !known.note.includes(note)) known.note = [known.note, note].filter(Boolean).join(" · ");
  };
  const marked = functions.filter((report) => report.lines);
  for (const { lines: { reached } } of marked) for (const line of reached[file] || []) mark({ file, line }, "ran");
  const isOpen = new Map();
  for (const { lines: { others, settled } } of marked) for (const line of others[file] || []) isOpen.set(line, isOpen.get(line) || !settled);
  for (const [line, open] of isOpen) mark({ file, line }, open ? "open" : "unreached");
  for (const line of isOpen.keys()) {
    const { type } = lines.get(line);
    if (type !== "ran" && lines.get(line - 1)?.type !== type) lines.get(line).note = LINE_MARKS[type];
  }
  functions.forEach((report, index) => {
    report.findings.forEach((finding, number) => mark(finding.place, happens(finding) ? "violated" : "named",
      `${happens(finding) ? "✗" : "○"} ${report.name}`, `#finding-${index}-${number}`));
    for (const each of report.account.unsupported) mark(each.place, "unsupported", `not supported: ${each.what}`);
    for (const each of report.account.failures) mark(each.place, "unsupported", "a fault of Heapwise");
    for (const { place, isBoth, note } of decidedLines(report)) mark(place, isBoth ? "ran" : "oneway", note);
    mark(report.place, "named", `${VERDICTS[report.verdict] || "?"} ${report.verdict}`);
  });
  return lines;
}

/* What the marks mean, and how many lines have each. */
function legend(lines) {
  const types = [...lines.values()].map((each) => each.type);
  return make("p.legend", {}, ...Object.entries(LINE_MARKS).filter(([type, text]) => text && types.includes(type)).reverse().map(([type, text]) =>
    make("span", {}, make(`span.key.${type}`, { "aria-hidden": "true" }), `${text}: ${counted(types.filter((each) => each === type).length, "line")}`)));
}

function headings(...names) {
  return make("thead", {}, make("tr", {}, ...names.map((each) => make(each[0] === "#" ? "th.num" : "th", { scope: "col" }, each.replace("#", "")))));
}

function checkView() {
  const rank = (report) => (counting(report) ? 0 : GOOD.includes(report.verdict) ? 2 : report.verdict === "skipped" ? 3 : 1);
  const functions = [...DATA.functions].sort((a, b) => rank(a) - rank(b));
  const search = make("input", { type: "search", placeholder: "function or verdict  ( / )", "aria-label": "filter functions" });
  const body = make("tbody", {}), blocks = [];
  functions.forEach((report, index) => {
    const link = report.findings.length ? `#finding-${index}-0` : DATA.files.includes(report.place.file) ? `#${lineId(report.place.file, report.line)}` : null;
    body.append(make("tr", {}, make(counting(report) ? "td.verdict.accent" : "td.verdict", {}, `${VERDICTS[report.verdict] || "?"} ${report.verdict}`),
      make("td", {}, link ? make("a", { href: link }, report.name) : report.name), make("td.soft", {}, `${baseName(report.place.file)}:${report.line}`),
      make("td.soft.text", {}, boundsText(report)), make("td.num", {}, report.verdict === "skipped" ? "" : counted(report.paths, "path")), make("td.num", {}, report.verdict === "skipped" ? "" : secondsText(report.seconds))));
    report.findings.forEach((finding, number) => blocks.push(findingBlock(report, finding, `finding-${index}-${number}`)));
  });
  search.addEventListener("input", () => {
    const wanted = search.value.trim().toLowerCase();
    for (const row of body.children) row.hidden = !row.textContent.toLowerCase().includes(wanted);
  });
  const sources = DATA.files.map((file) => {
    const lines = checkedLines(file, functions), view = sourceView(file, lines, null, `source of ${file}`);
    view.style.maxHeight = "none";
    view.querySelectorAll("tr").forEach((row) => { row.id = lineId(file, row.dataset.line); });
    return make("section.block", {}, make("h3", {}, file), legend(lines), view);
  });
  const verdicts = new Map();
  for (const { verdict } of functions) verdicts.set(verdict, (verdicts.get(verdict) || 0) + 1);
  const found = functions.flatMap((report) => report.findings).length;
  return { line: [counted(functions.length, "function"), ...[...verdicts].map(([verdict, count]) => `${count} ${verdict}`), found ? counted(found, "finding") : "no finding"].join(" · "), search,
    main: make("main.page", { tabindex: 0 }, make("div.block", {}, search),
      make("table.list", {}, headings("verdict", "function", "where", "covered", "#paths", "#time"), body), ...blocks, ...sources) };
}

/* ---------------------------------------------------------------- enumerate */

function enumerateView() {
  const search = make("input", { type: "number", min: 1, max: DATA.inputs.length, placeholder: "number  ( / )", "aria-label": "go to an input" });
  const gallery = make("div.gallery", {}), seen = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) if (isIntersecting && !target.dataset.drawn) {
      const index = Number(target.dataset.index);
      target.dataset.drawn = "yes";
      target.append(drawHeap(DATA.inputs[index], { words: WORDS, layout: layoutOf(DATA.input_layouts[index]), label: `input ${index + 1}` }));
    }
  }, { rootMargin: "600px" });
  DATA.inputs.forEach((heap, index) => {
    const columns = Math.ceil((0.7 * (layoutOf(DATA.input_layouts[index])?.width || 0) + 28) / 272), wide = ["", "", ".wide"][columns] ?? ".wider";
    const each = make("figure" + wide, { id: `input-${index + 1}`, "data-index": index, tabindex: 0 }, make("figcaption", {}, `input ${index + 1}`));
    gallery.append(each);
    seen.observe(each);
  });
  search.addEventListener("change", () => document.getElementById(`input-${search.value}`)?.scrollIntoView());
  return { line: `${counted(DATA.count, "valid input")} · ${counted(DATA.candidates, "candidate")}${DATA.complete ? "" : " · interrupted"}`, search,
    main: make("main.page", { tabindex: 0 }, make("div.block", {}, search), gallery) };
}

/* ---------------------------------------------------------------- compare */

function multiple(title, runs, valueOf, textOf) {
  const values = runs.map(valueOf), most = Math.max(...values, 1e-9), least = Math.min(...values.filter((each) => each > 0), most);
  const floor = Math.log10(least) - 0.4, span = Math.max(Math.log10(most) - floor, 0.5);
  const picture = svg("svg", { viewBox: `0 0 330 ${runs.length * 24 + 4}`, width: "100%", role: "img",
    "aria-label": `${title}: ${runs.map((run, index) => `${run.strategy} ${textOf(values[index])}`).join(", ")}` });
  runs.forEach((run, index) => {
    const best = values[index] === Math.min(...values), width = values[index] > 0 ? 140 * (Math.log10(values[index]) - floor) / span : 0;
    picture.append(text(0, index * 24 + 16, run.strategy),
      svg("rect", { class: best ? "bar best" : "bar", x: 100, y: index * 24 + 4, width, height: 15 }),
      text(106 + width, index * 24 + 16, textOf(values[index]) + (run.stopped ? " …" : ""), "start", best ? "label changed" : "label"));
  });
  return make("figure", {}, make("figcaption", {}, `${title} (log scale, the least in colour)`), picture);
}

const OTHER_ENDS = { endless: "without an end", bounded: "cut by a bound", unsupported: "unsupported", undecided: "undecided", failed: "failed" };

/* What the pictures do not show, because it is no path: a program that never ends has none. */
function besidesPaths(runs, plain) {
  const told = new Map();
  for (const { strategy, counts, stopped } of runs) {
    const ends = Object.entries(OTHER_ENDS).filter(([kind]) => counts[kind]).map(([kind, words]) => `${plain(counts[kind])} ${words}`);
    const what = [...ends, ...(stopped ? [`stopped: ${stopped}`] : [])].join(", ");
    if (what) told.set(what, [...(told.get(what) || []), strategy]);
  }
  return [...told].map(([what, names]) => make("p.soft.besides", {}, `beside these paths: ${what} (${names.length === runs.length && names.length > 1 ? "every strategy" : names.join(", ")})`));
}

function compareView(data = DATA) {
  const { runs } = data, plain = (value) => value.toLocaleString("en").replaceAll(",", " "), trees = [];
  const texts = new Map(Object.entries(data.sources || {}).map(([file, text]) => [file, text.split(/\r?\n/)]));
  const lineText = (event) => (event.line ? texts.get(event.file || data.file)?.[event.line - 1] || "" : "").trim();
  const asPath = ([kind, exception, trace], index) => ({ id: index + 1, outcome: { kind, exception }, key: `${kind}|${exception}|${trace.join(",")}`,
    trace: trace.map((event) => data.events[event]) });
  const status = make("p.soft", { role: "status" }, "Choose a path: the paths of the other strategy that take the same way through the program are marked.");
  const column = (side, chosen) => {
    const choice = make("select", { "aria-label": `strategy ${side + 1}` }, ...runs.map((run, index) => make("option", { value: index }, `${run.strategy}: ${counted(run.counts.paths, "path")}`)));
    choice.value = String(chosen);
    const rows = make("div.rows", { id: `tree-${side}` });
    const describe = ({ id, outcome: { kind, exception } }) => ({ mark: MARKS[kind] || "·", type: isBad(kind) ? "accent" : "soft", name: `${id} ${kind} ${exception || ""}`, rest: "" });
    const tree = new TreeView(rows, describe, (path) => {
      const same = trees.map((each) => each.all.filter((other) => other.key === path.key).length);
      const other = trees[1 - side], first = other.rows.findIndex((row) => row.path && row.path.key === path.key);
      if (first >= 0) other.element.scrollTop = Math.max(0, first * ROW_HEIGHT - 80);
      for (const each of trees) { each.linked = (other) => other.key === path.key; each.paint(); }
      status.textContent = `This way through the program: ${counted(same[0], "path")} on the left, ${counted(same[1], "path")} on the right.${data.cut ? ` (Of the first ${plain(data.cut)}.)` : ""}`;
    }, `paths of strategy ${side + 1}`);
    tree.lineText = lineText;
    tree.load = () => { tree.all = data.leaves[Number(choice.value)].map(asPath); tree.show(tree.all); };
    choice.addEventListener("change", tree.load);
    trees.push(tree);
    return make("div.tree", {}, make("div.filters", {}, choice), rows);
  };
  // Many paths beside few; of those that have as few, the first, which is the default.
  const counts = runs.map((run) => run.counts.paths), place = (count) => counts.indexOf(count);
  const columns = runs.length ? [column(0, place(Math.max(...counts))), column(1, place(Math.min(...counts)))] : [];
  /* To begin with, the way that most paths on the left take. */
  const begin = () => {
    trees.forEach((tree) => tree.load());
    if (!trees.length) return;
    const times = new Map();
    for (const { key } of trees[0].all) times.set(key, (times.get(key) || 0) + 1);
    let [best] = trees[1].all;
    for (const path of trees[1].all) if ((times.get(path.key) || 0) > (times.get(best.key) || 0)) best = path;
    if (!best) return;
    trees[1].chooseFirst((path) => path === best);
    trees[1].element.scrollTop = Math.max(0, trees[1].chosen * ROW_HEIGHT - 80);
  };
  return { line: data.same_traces === null ? "" : `same control-flow paths under every strategy: ${data.same_traces ? "yes" : "no"}`,
    begin,
    main: make("main.page", { tabindex: 0 }, make("div.multiples", {}, multiple("paths", runs, (run) => run.counts.paths, plain),
      multiple("queries", runs, (run) => run.counts.queries, plain), multiple("seconds", runs, (run) => run.seconds, secondsText)),
    ...besidesPaths(runs, plain),
    section("two strategies side by side", status, make("div.trees", {}, ...columns)),
    data.cut ? make("p.soft", {}, `The trees have the first ${plain(data.cut)} paths of each strategy.`) : null) };
}

/* ---------------------------------------------------------------- tests */

function testsView() {
  const rows = DATA.functions.map((each) => make("tr", {}, make("td", {}, each.name), make("td.soft", {}, `${each.file}:${each.line}`),
    make("td.num", {}, counted(each.tests, "test")), make("td.num", {}, counted(each.paths, "path")),
    make("td.soft.text", {}, each.skipped || (each.total ? `${each.reached} of ${counted(each.total, "branch").replace("branchs", "branches")}` : ""), ...each.notes.map((note) => make("div", {}, note.trim())))));
  return { line: DATA.totals, main: make("main.page", { tabindex: 0 },
    make("table.list", {}, headings("function", "where", "#tests", "#paths", "covered"), make("tbody", {}, ...rows)),
    DATA.text ? section("the file", code(DATA.text, "the tests")) : null) };
}
