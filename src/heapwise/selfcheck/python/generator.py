"""Random typed programs: classes, loops, containers, exceptions, aliasing, generators.

Program `index` of `seed` is the same whoever makes it. What may stand in it is in the folder
`themes`: every program may use `core` and `calls`, and some are about one or two of the others.
Expressions have the type that their place asks for, most of the time; loops end; what a function
computes is in the tuple that it returns, so that nothing it did stays unseen.
"""

from __future__ import annotations

import random
import re
from collections.abc import Sequence

from heapwise.selfcheck.python.grammar import Theme, Writer, read_themes

TARGET = "target"

_HEADER = """\
from __future__ import annotations

from collections import deque


"""
_THEMES = read_themes()
_CORE = _THEMES["core"]
_COMMON = (_THEMES["calls"], _CORE)
_OTHERS = [theme for theme in _THEMES.values() if theme not in _COMMON]
_LOCALS = ("int", "str", "list", "dict", "set", "tuple", "deque", "node")


def generate(seed: int, index: int) -> str:
    """The source of one program."""
    rng = random.Random(f"{seed}/{index}")
    return program_about(rng, rng.sample(_OTHERS, rng.randint(0, 2)))


def program_about(rng: random.Random, themes: Sequence[Theme]) -> str:
    writer = Writer(rng, themes, _COMMON)
    own = {kind: hint for theme in themes for kind, hint in theme.hints.items()}
    usual = [kind for theme in _COMMON for kind in theme.hints]
    hints = {kind: hint for theme in (*themes, *_COMMON) for kind, hint in theme.hints.items()}
    kinds = ["int", rng.choice(list(own) or usual), rng.choice(usual)]
    writer.variables = {f"p{number}": kind for number, kind in enumerate(kinds)}
    listed = ", ".join(f"{name}: {hints[kind]}" for name, kind in writer.variables.items())
    writer.lines += [f"def {TARGET}({listed}):", "    out = []"]
    locals_ = ["list", rng.choice(_LOCALS), rng.choice(list(own) or _LOCALS)]
    for number, kind in enumerate(locals_):
        writer.lines.append(f"    v{number} = {writer.expression(kind, 1)}")
        writer.variables[f"v{number}"] = kind
    for _ in range(rng.randint(2, 4)):
        writer.statement(1, 2)
    writer.lines.append(f"    return out, {', '.join(writer.variables)},")
    return _HEADER + _with_parts(rng, (*themes, *_COMMON), "\n".join(writer.lines) + "\n")


def _with_parts(rng: random.Random, themes: Sequence[Theme], text: str) -> str:
    """The definitions that are used, by the function or by one another, each before its use."""
    parts = {names: made for theme in themes for names, made in theme.parts.items()}
    methods = {names: some for theme in themes for names, some in theme.methods.items()}
    while needed := [names for names in parts if re.search(rf"\b({names})\b", text)]:
        for names in needed:
            writer = Writer(rng, (), (_CORE,))
            writer.block(rng.choice(parts.pop(names)).strip("\n"), 0, 1)
            offered = methods.get(names, ())
            for method in rng.sample(offered, min(len(offered), rng.randint(0, 3))):
                writer.block(method.rstrip(), 0, 1)
            text = "\n".join([*writer.lines, "", "", text])
    return text
