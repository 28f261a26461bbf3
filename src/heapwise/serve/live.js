"use strict";
/* The live page: a run whose tree grows, and what leads it. */

const TOKEN = new URLSearchParams(location.search).get("token");
const addressOf = (path) => `${path}?token=${encodeURIComponent(TOKEN)}`;
MARKS.open = "○";

/* The answer to a request; an error that says why if there is none. */
async function post(path, body, more = {}) {
  const answer = await fetch(addressOf(path), { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body), ...more });
  if (answer.ok) return answer;
  const text = await answer.text();
  throw new Error(answer.headers.get("Content-Type") === "application/json" ? JSON.parse(text).error : text.trim());
}

const STATES = {
  starting: "starting …", running: "exploring …", paused: "paused", finished: "finished", stopped: "stopped", failed: "failed", ended: "ended",
};

function runLine(status) {
  const { summary } = status;
  if (!summary) return STATES[status.state];
  const isOver = ["finished", "stopped"].includes(status.state);
  return [STATES[status.state], isOver ? summary.verdict : null, summary.exhaustive ? "exhaustive" : null, `strategy ${summary.strategy}`,
    counted(summary.counts.paths, "path"), status.pending ? `${status.pending} open` : null,
    `${summary.counts.queries} ${summary.counts.queries === 1 ? "query" : "queries"}`, secondsText(summary.seconds)].filter(Boolean).join(" · ");
}

/* A path that is not finished. */
function openDetail(path) {
  const views = new Map();
  if (DATA.file && DATA.sources[DATA.file] !== undefined) views.set(DATA.file, sourceView(DATA.file, linesOf(path, DATA.file), null, `source of ${DATA.file}`));
  const decided = path.trace.filter((event) => !ENTERED.includes(event.kind)).map(decisionOf).join("\n") || "nothing";
  return { views, nodes: [make("h2", {}, "an open path"), make("p", { role: "note" }, "Click on it, or press Enter, to have it explored next."),
    section("decided so far", make("pre", { tabindex: 0 }, decided)), ...[...views.values()].map((each) => section(baseName(DATA.file), each))] };
}

/* Everything about the run: `panel` shows it, `line` is for the head of the page. */
function liveRun() {
  const view = pathView(), paths = [], open = new Map();
  const line = make("span", {}), message = make("p", { role: "alert" }), cuts = make("p.soft", {});
  let status = { state: "starting" }, waiting = [], plan = {}, held = false, drawn = 0, cost = 0;
  const say = (text) => { message.textContent = text; };
  const command = (body) => post("command", body).then(() => say(""), (error) => say(error.message));
  const button = (name, what) => make("button", { onclick: () => command({ do: what }) }, name);
  const pause = button("pause", "pause"), go = button("continue", "continue"), stop = button("stop", "stop");
  const again = make("button", { onclick: () => rerun({}) }, "run again");
  const choice = (label, names) => make("select", { "aria-label": label }, ...names.map((name) => make("option", { value: name }, name)));
  const strategy = choice("strategy", DATA.strategies), order = choice("search order", DATA.searches);
  const bounds = new Map(DATA.bounds.map((name) => [name, make("input", { type: "number", min: 0, placeholder: "none", "aria-label": name.replace("_", "-") })]));
  const rerun = (changes) => command({ do: "run", ...changes });
  strategy.addEventListener("change", () => rerun({ strategy: strategy.value }));
  order.addEventListener("change", () => rerun({ search: order.value }));
  for (const [name, input] of bounds) input.addEventListener("change", () => rerun({ bounds: { [name]: input.value === "" ? null : Number(input.value) } }));

  const showStatus = () => {
    const isOpen = ["running", "paused"].includes(status.state);
    line.textContent = runLine(status);
    pause.hidden = status.state === "paused";
    go.hidden = !pause.hidden;
    pause.disabled = status.state !== "running";
    stop.disabled = !isOpen;
    if (status.message) say(status.message);
    const cut = Object.entries(status.summary?.account?.cuts || {}).map(([name, count]) => [name, count, name.replace("-", "_")])
      .filter(([, , field]) => plan.bounds?.[field]);
    cuts.replaceChildren(...cut.flatMap(([name, count, field]) => [`${counted(count, "path")} cut by ${name} ${plan.bounds[field]} `,
      make("button", { onclick: () => rerun({ bounds: { [field]: raised(plan.bounds[field]) } }) }, `raise to ${raised(plan.bounds[field])}`), " "]));
    view.status.textContent += status.pending > open.size ? ` · ${status.pending - open.size} more open` : "";
    if (status.is_cut) view.status.textContent += ` · no more than ${counted(paths.length, "path")} are shown`;
  };
  const raised = (bound) => (bound < 10 ? bound + 1 : bound * 2);

  /* What has come since is drawn at once, but not while somebody presses a button on it, nor more
     often than there is time for. */
  const draw = () => {
    if (held || !waiting.length) return;
    const start = performance.now();
    if (start < drawn + 4 * cost) { setTimeout(draw, drawn + 4 * cost - start); return; }
    const news = waiting, added = [], removed = [];
    waiting = [];
    for (const each of news) take(each, added, removed);
    if (view.chosen?.isOpen && removed.includes(view.chosen)) {
      view.chosen = null;
      view.detail.replaceChildren(make("p.soft", {}, "This open path has been explored: what came of it is in the tree."));
    }
    view.change(added, removed);
    showStatus();
    if (!view.chosen && paths.length && !view.detail.childElementCount) view.tree.chooseFirst((path) => !path.isOpen);
    drawn = performance.now();
    cost = drawn - start;
  };
  const take = (each, added, removed) => {
    if (each.news) {
      for (const key of ["events", "conditions", "layouts", "no_steps"]) DATA[key].push(...each.news[key]);
      Object.assign(DATA.sources, each.news.sources);
    }
    if (each.run) {
      added.length = removed.length = 0;
      for (const list of [paths, DATA.events, DATA.conditions, DATA.layouts, DATA.no_steps]) list.length = 0;
      open.clear();
      DATA.sources = {};
      LINES.clear();
      view.clear();
      view.detail.replaceChildren();
      status = { state: "starting" };
      say("");
      order.value = each.run.search;
    } else if (each.begin) {
      plan = each.begin;
      DATA.file = plan.file;
      Object.assign(WORDS, plan.words);
      DATA.links = plan.links;
      strategy.value = plan.strategy;
      for (const [name, input] of bounds) if (document.activeElement !== input) input.value = plan.bounds[name] ?? "";
    } else if (each.add) {
      for (const path of each.add) {
        path.index = paths.length;
        paths.push(unpackPath(path));
        added.push(path);
      }
    } else if (each.more) {
      const path = paths[each.more.path];
      for (const key of ["code", "steps", "steps_layout", "no_steps"]) if (each.more[key] !== undefined) path[key] = each.more[key];
      if (view.chosen === path) { const at = view.detail.scrollTop; view.choose(path); view.detail.scrollTop = at; }
    } else if (each.status) {
      status = { ...status, message: "", ...each.status };
      const now = new Set(status.open.map((node) => node.id));
      for (const [id, path] of open) if (!now.has(id)) {
        open.delete(id);
        if (added.includes(path)) added.splice(added.indexOf(path), 1); else removed.push(path);
      }
      for (const node of status.open) if (!open.has(node.id)) {
        const path = unpackPath({ isOpen: true, node: node.id, trace: node.trace, condition: [], outcome: { kind: "open" } });
        open.set(node.id, path);
        added.push(path);
      }
    }
  };
  view.what = "finished or open path";
  view.describe = (path) => (path.isOpen ? { mark: MARKS.open, type: "soft", name: "open", rest: "" } : describePath(path));
  view.detailOf = (path, onLine) => (path.isOpen ? openDetail(path) : pathDetail(path, onLine));
  view.onChoose = (path) => {
    if (path.isOpen || path.code || path.isAsked) return;
    path.isAsked = true;
    command({ do: "show", path: path.index });
  };
  view.tree.onActivate = (path) => {
    if (!path.isOpen) return;
    command({ do: "next", node: path.node });
    view.detail.querySelector("[role=note]")?.replaceChildren("This path comes next, with all that follows from it.");
  };
  view.rows.addEventListener("pointerdown", () => { held = true; });
  for (const end of ["pointerup", "pointercancel"]) window.addEventListener(end, () => setTimeout(() => { held = false; draw(); }));

  const listen = () => {
    const source = new EventSource(addressOf("events"));
    source.addEventListener("message", (event) => {
      const news = JSON.parse(event.data);
      if (Object.keys(news).length) waiting.push(news); else draw();
    });
    source.addEventListener("error", () => { line.textContent = "the server is not there any more, or busy"; });
    source.addEventListener("open", showStatus);
  };
  const panel = make("div.panel", { id: "panel-explore" },
    make("div.lead", {}, make("span.buttons", {}, pause, go, stop, again), make("label", {}, "strategy", strategy), make("label", {}, "order", order),
      ...[...bounds].map(([name, input]) => make("label", {}, name.replace("_", "-"), input)), cuts, message),
    make("div.split", {}, ...view.parts));
  return { panel, line, search: view.search, begin: () => { showStatus(); listen(); view.rows.focus({ preventScroll: true }); } };
}

function liveView() {
  const play = playground(), run = DATA.target ? liveRun() : null;
  const panels = [["explore", run], ["playground", play]].filter(([, each]) => each);
  const tabs = panels.map(([name], index) => make("button", { role: "tab", id: `tab-${name}`, "aria-controls": `panel-${name}`, onclick: () => show(index) }, name));
  const show = (chosen) => panels.forEach(([, each], index) => {
    each.panel.hidden = index !== chosen;
    tabs[index].setAttribute("aria-selected", index === chosen);
  });
  panels.forEach(([name, each]) => { each.panel.setAttribute("role", "tabpanel"); each.panel.setAttribute("aria-labelledby", `tab-${name}`); });
  const main = make("main.live", {}, make("div.tabs", { role: "tablist", "aria-label": "what to see" }, ...tabs), ...panels.map(([, each]) => each.panel));
  show(0);
  return { line: run ? run.line : "no program was named: write one", main, search: run?.search, begin: () => run?.begin() };
}

VIEWS.live = liveView;
