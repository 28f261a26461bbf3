"use strict";
/* The playground: a program that is edited here, and what each strategy makes of it. */

const LANGUAGES = { ".tiny": "POSE language", ".javalite": "Javalite", ".py": "Python" };

function playground() {
  const language = make("select", { "aria-label": "language" }, ...Object.keys(DATA.examples).sort((a, b) => Object.keys(LANGUAGES).indexOf(a) - Object.keys(LANGUAGES).indexOf(b))
    .map((suffix) => make("option", { value: suffix }, LANGUAGES[suffix] || suffix)));
  const text = make("textarea", { "aria-label": "program", spellcheck: "false", autocapitalize: "off", autocomplete: "off" });
  const name = make("input", { type: "text", placeholder: "the last one", "aria-label": "function" });
  const objects = make("input", { type: "number", min: 1, max: 100, placeholder: "default", "aria-label": "max-objects" });
  const message = make("p.accent", { role: "alert" }), note = make("p.soft", { role: "status" }), results = make("div", {});
  const named = make("label", {}, "function", name), texts = { ...DATA.examples };
  let suffix = language.value, running = null;
  const showLanguage = () => {
    texts[suffix] = text.value || texts[suffix];
    suffix = language.value;
    text.value = texts[suffix];
    named.hidden = suffix !== ".py";
    message.textContent = note.textContent = "";
  };
  text.value = texts[suffix];
  showLanguage();
  language.addEventListener("change", showLanguage);

  /* What is wrong, and where: the line is selected, so that one sees it. */
  const complain = ({ message: why, line, column }) => {
    message.textContent = line ? `line ${line}, column ${column}: ${why}` : why;
    if (!line) return;
    const lines = text.value.split("\n"), start = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
    text.focus();
    text.setSelectionRange(start, start + (lines[line - 1] || "").length);
  };
  const show = (data) => {
    const view = compareView(data);
    results.replaceChildren(...view.main.childNodes);
    view.begin();
    return view.line;
  };
  const run = async () => {
    running?.abort();
    const own = running = new AbortController(), done = () => { if (running === own) { running = null; stop.disabled = true; } };
    stop.disabled = false;
    message.textContent = "";
    note.textContent = "comparing …";
    results.replaceChildren();
    let chosen = "", failed = false;
    try {
      const answer = await post("play", { language: suffix, text: text.value, name: suffix === ".py" ? name.value.trim() : "", max_objects: objects.value ? Number(objects.value) : null }, { signal: own.signal });
      const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
      for (let rest = "", part = await reader.read(); !part.done; part = await reader.read()) {
        const lines = (rest + part.value).split("\n");
        rest = lines.pop();
        for (const each of lines.map((one) => JSON.parse(one))) {
          if (each.error) { failed = true; complain(each.error); }
          if (each.note) chosen = `${each.note} · `;
          if (each.compared) {
            const line = show(each.compared), { runs } = each.compared;
            note.textContent = chosen + (each.last ? line || "a strategy was stopped early: nobody can say whether all take the same paths" : `comparing … ${counted(runs.length, "strategy").replace("strategys", "strategies")} done`);
          }
        }
      }
      if (failed) note.textContent = "";
    } catch (error) {
      if (error.name === "AbortError") { if (running === own) note.textContent = "stopped"; } else { note.textContent = ""; complain(error); }
    }
    done();
  };
  const stop = make("button", { disabled: "", onclick: () => running?.abort() }, "stop");
  text.addEventListener("keydown", (event) => { if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) { event.preventDefault(); run(); } });
  const panel = make("div.panel", { id: "panel-playground" }, make("div.page", { tabindex: 0 }, make("div.editor", {},
    make("div.fields", {}, make("label", {}, "language", language), named, make("label", {}, "max-objects", objects),
      make("button", { onclick: run }, "compare the strategies"), stop),
    text, message, note), results));
  return { panel };
}
