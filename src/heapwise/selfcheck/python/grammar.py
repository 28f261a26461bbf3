"""Templates with holes, and what fills them.

A hole is one of

| hole | filled with |
|---|---|
| `<int>` | a random expression of that kind |
| `<f:int>` | the same, without what an f-string may not have inside |
| `<it>` | the variable that a change is about |
| `<new:int>` | a fresh name: a variable of that kind up to the end of the template |
| `<k>`, `<n>` | a number from 1 to 3, from -2 to 3 |
| `<slice>` | what may stand between the brackets of a slice |
| `<a|b|>` | one of the alternatives |

In templates of several lines, `<body>` is a line of its own that stands for statements, `<loop>`
for statements in a loop, `<plain>` for some in no loop, and after `<scope a:int xs:list>` no other
variables are known.

Templates are in the files of the folder `themes`, under headlines: `== hints`, `== expressions int`
(one in a line), `== statements`, `== part Node` (several lines each, with `--` between them).
"""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib import resources

Table = Mapping[str, tuple[str, ...]]
_HOLE = re.compile(r"<([^<>{}\s]+)>")
_SCOPE = "<scope"
_OTHERS = ("int", "str", "list", "node")


@dataclass(frozen=True)
class Theme:
    """A part of the language. By kind: the hints of inputs, constants, expressions and changes in
    place; statements; `parts` are definitions, by the names (`A|B`) for whose sake they are there,
    `methods` what may be added to them."""

    name: str
    hints: Mapping[str, str] = field(default_factory=dict)
    constants: Table = field(default_factory=dict)
    expressions: Table = field(default_factory=dict)
    changes: Table = field(default_factory=dict)
    statements: tuple[str, ...] = ()
    parts: Table = field(default_factory=dict)
    methods: Table = field(default_factory=dict)


def read_themes() -> Mapping[str, Theme]:
    """By the name of the file."""
    folder = resources.files("heapwise.selfcheck.python") / "themes"
    files = sorted(folder.iterdir(), key=lambda each: each.name)
    themes = (_theme(each.name.removesuffix(".txt"), each.read_text("utf-8")) for each in files)
    return {theme.name: theme for theme in themes}


def _theme(name: str, text: str) -> Theme:
    tables: dict[str, dict[str, tuple[str, ...]]] = {}
    for section in re.split(r"^== ", text, flags=re.MULTILINE)[1:]:
        headline, _, body = section.partition("\n")
        table, _, kind = headline.partition(" ")
        if table in ("statements", "part", "methods"):
            templates = re.split(r"^--\n", body.rstrip() + "\n", flags=re.MULTILINE)
        else:
            templates = [line for line in body.splitlines() if line]
        table = "parts" if table == "part" else table
        tables.setdefault(table, {})[kind] = tuple(templates)
    hints = dict(line.split(": ", 1) for line in tables.pop("hints", {}).get("", ()))
    (statements,) = tables.pop("statements", {"": ()}).values()
    return Theme(name, hints, statements=statements, **tables)


class Writer:
    """Fills templates; half of what it writes is about the themes, if they have something."""

    def __init__(
        self, rng: random.Random, themes: Sequence[Theme], common: Sequence[Theme]
    ) -> None:
        self._rng = rng
        self._themes = themes
        self._common = common
        self._fresh = 0
        self.variables: dict[str, str] = {}
        self.lines: list[str] = []

    # -- expressions

    def expression(self, kind: str, depth: int = 2) -> str:
        """Now and then of another type: that is an error which programs have, too."""
        if self._rng.random() < 0.01:
            # In brackets: `-1.get(0)` would be no program at all.
            return f"({self._expression(self._rng.choice(_OTHERS), depth)})"
        return self._expression(kind, depth)

    def _expression(self, kind: str, depth: int) -> str:
        known = [name for name, held in self.variables.items() if held == kind]
        if known and (depth <= 0 or self._rng.random() < 0.45):
            return self._rng.choice(known)
        simple = depth <= 0 and self._has("constants", kind)
        table = "constants" if simple else "expressions"
        return self.fill(self._option(table, kind), depth - 1)

    def _option(self, table: str, kind: str) -> str:
        def of(theme: Theme) -> tuple[str, ...]:
            found = getattr(theme, table)
            options: tuple[str, ...] = found if isinstance(found, tuple) else found.get(kind, ())
            return options

        own = [each for theme in self._themes for each in of(theme)]
        common = [each for theme in self._common for each in of(theme)]
        if own and (not common or self._rng.random() < 0.5):
            return self._rng.choice(own)
        return self._rng.choice(common)

    def _has(self, table: str, kind: str) -> bool:
        return any(kind in getattr(theme, table) for theme in (*self._themes, *self._common))

    def fill(self, template: str, depth: int, it: str = "") -> str:
        return _HOLE.sub(lambda hole: self._filled(hole[1], depth, it), template)

    def _filled(self, hole: str, depth: int, it: str) -> str:
        if "|" in hole:
            return self._rng.choice(hole.split("|"))
        what, _, kind = hole.partition(":")
        match what:
            case "it":
                return it
            case "k":
                return str(self._rng.randint(1, 3))
            case "n":
                return str(self._rng.randint(-2, 3))
            case "slice":
                return self._slice()
            case "f":
                text = self.expression(kind, min(depth, 1))
                return text if not set("'\"{\\") & set(text) else "0"
            case "new":
                self._fresh += 1
                name = f"x{self._fresh}"
                self.variables[name] = kind
                return name
            case _:
                return self.expression(what, depth)

    def _slice(self) -> str:
        def bound() -> str:
            return self._rng.choice(("", "", self.fill("<n>", 0), self.expression("int", 0)))

        return f"{bound()}:{bound()}{self._rng.choice(('', '', '', ':2', ':-1', ':1'))}"

    # -- statements

    def statement(self, indent: int, depth: int, in_loop: bool = False) -> None:
        if depth > 0 and self._rng.random() < 0.5:
            self.block(self._option("statements", ""), indent, depth - 1, in_loop)
        elif in_loop and self._rng.random() < 0.12:
            way = self._rng.choice(("break", "continue", "return out, <int>"))
            self.block(f"if <bool>:\n    {way}", indent, 0, in_loop)
        else:
            self._simple(indent)

    def _simple(self, indent: int) -> None:
        name, kind = self._rng.choice(list(self.variables.items()))
        chance = self._rng.random()
        if chance < 0.5 and self._has("changes", kind):
            self._emit(indent, self.fill(self._option("changes", kind), 1, name))
        elif chance < 0.9:
            self._emit(indent, f"{name} = {self.expression(kind)}")
        else:
            self._emit(indent, f"out.append({self.expression(kind)})")

    def block(self, template: str, indent: int, depth: int, in_loop: bool = False) -> None:
        """A template of several lines; the names that it introduces are forgotten at its end."""
        before = dict(self.variables)
        for line in template.splitlines():
            text = line.lstrip()
            inside = indent + (len(line) - len(text)) // 4
            if text.startswith(_SCOPE):
                pairs = (pair.split(":") for pair in text[len(_SCOPE) : -1].split())
                self.variables = dict(pairs)
            elif text in ("<body>", "<loop>", "<plain>"):
                looped = text == "<loop>" or (text == "<body>" and in_loop)
                self._body(inside, depth, looped)
            else:
                self._emit(inside, self.fill(text, 1))
        self.variables = before

    def _body(self, indent: int, depth: int, in_loop: bool) -> None:
        before = dict(self.variables)
        for _ in range(self._rng.randint(1, 2)):
            self.statement(indent, depth, in_loop)
        self.variables = before

    def _emit(self, indent: int, text: str) -> None:
        self.lines.append("    " * indent + text if text else "")
