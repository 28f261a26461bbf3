"""`"%s: %r" % (x, y)`, which CPython compiles as if it were an f-string: each value is made text
before the next one is evaluated."""

from __future__ import annotations

import ast
import re

_PART = re.compile(
    r"%(?P<flags>[-+ #0]*)(?P<width>\d{0,3})(?:\.(?P<precision>\d{0,3}))?(?P<as>[sra%])"
)


def as_template(node: ast.BinOp) -> ast.JoinedStr | None:
    """The same as an f-string; None if CPython leaves it as it is: `%d`, keys, a width that is
    given by a value, or another number of values."""
    template, values = node.left, node.right
    if not isinstance(node.op, ast.Mod) or not isinstance(values, ast.Tuple):
        return None
    if not isinstance(template, ast.Constant) or not isinstance(template.value, str):
        return None
    if any(isinstance(value, ast.Starred) for value in values.elts):
        return None
    text, position = template.value, 0
    parts: list[ast.expr] = []
    rest = list(values.elts)
    while (start := text.find("%", position)) >= 0:
        parts.append(ast.Constant(text[position:start]))
        found = _PART.match(text, start)
        if found is None or (found["as"] == "%" and found[0] != "%%"):
            return None
        position = found.end()
        if found[0] == "%%":
            parts.append(ast.Constant("%"))
            continue
        if not rest:
            return None
        parts.append(_formatted(rest.pop(0), found))
    if rest:
        return None
    parts.append(ast.Constant(text[position:]))
    kept = [part for part in parts if not isinstance(part, ast.Constant) or part.value]
    joined = ast.JoinedStr(kept)
    return ast.fix_missing_locations(ast.copy_location(joined, node))


def _formatted(value: ast.expr, found: re.Match[str]) -> ast.FormattedValue:
    spec = ""
    if found["width"]:
        right = "-" not in found["flags"] and int(found["width"]) > 0
        spec = (">" if right else "") + str(int(found["width"]))
    if found["precision"] is not None:
        spec += f".{int(found['precision'] or 0)}"
    conversion = ord(found["as"])
    given = ast.JoinedStr([ast.Constant(spec)]) if spec else None
    return ast.FormattedValue(value, conversion, given)
