"""Random expressions of a type, for `generator`."""

from __future__ import annotations

import random
from dataclasses import dataclass, field


@dataclass
class Expressions:
    """`variables` are what there is, by name; `helpers` says that functions may be called."""

    rng: random.Random
    variables: dict[str, str] = field(default_factory=dict)
    helpers: bool = False

    def expression(self, kind: str, depth: int = 2) -> str:
        """Now and then of another type: that is an error which programs have, too."""
        if self.rng.random() < 0.01:
            kind = self.rng.choice(("int", "str", "list", "node"))
        known = [name for name, held in self.variables.items() if held == kind]
        if known and (depth <= 0 or self.rng.random() < 0.45):
            return self.rng.choice(known)
        if depth <= 0:
            return self._constant(kind)
        options = getattr(self, f"_{kind}")(depth - 1)
        chosen: str = self.rng.choice(options)
        return chosen

    def _constant(self, kind: str) -> str:
        number = str(self.rng.randint(-2, 3))
        return {
            "int": number,
            "bool": self.rng.choice(("True", "False")),
            "str": self.rng.choice(('""', '"a"', '"ab"', '"b"')),
            "list": self.rng.choice(("[]", f"[{number}]", f"[1, {number}]")),
            "dict": self.rng.choice(("{}", f"{{1: {number}}}")),
            "set": self.rng.choice(("set()", f"{{1, {number}}}")),
            "tuple": f"(0, {number})",
            "deque": f"deque([1, {number}], maxlen={self.rng.choice((None, 1, 2))})",
            "node": self.rng.choice(("None", f"Node({number})", f"Node({number}, Node(1))")),
        }[kind]

    def slice_text(self) -> str:
        def bound() -> str:
            return self.rng.choice(
                ("", "", str(self.rng.randint(-2, 2)), self.expression("int", 0))
            )

        step = self.rng.choice(("", "", "", ":2", ":-1", ":1"))
        return f"{bound()}:{bound()}{step}"

    def _int(self, depth: int) -> list[str]:
        a, b = self.expression("int", depth), self.expression("int", depth)
        xs, s = self.expression("list", depth), self.expression("str", depth)
        d, node = self.expression("dict", depth), self.expression("node", depth)
        k = self.rng.randint(1, 3)
        found = [
            *(f"({a} + {b})", f"({a} - {b})", f"({a} * {k})", f"({a} // {k})", f"({a} % {k})"),
            *(f"{xs}[{a}]", f"{d}[{a}]", f"{d}.get({a}, {b})", f"{node}.val", f"-{a}"),
            *(f"len({xs})", f"len({s})", f"len({d})", f"len({self.expression('set', depth)})"),
            *(f"min({a}, {b})", f"max({a}, {b})", f"abs({a})", f"sum({xs})", f"max({xs})"),
            *(f"({a} if {self.expression('bool', depth)} else {b})", f"{xs}.count({a})"),
            *(f"{xs}.index({a})", f"{self.expression('tuple', depth)}[{self.rng.randint(-1, 2)}]"),
            *(f"int({self.expression('bool', depth)})", f"(lambda q: q + {a})({b})"),
            *(f"next(iter({xs}), {a})", f"next(iter({xs}))", f"{s}.find('a')"),
            *(f"{self.expression('deque', depth)}[{self.rng.randint(-1, 1)}]", f"({a} // {b})"),
            *(f"({a} << {k})", f"({a} & 1)", f"divmod({a}, {k})[1]", f"({a} or {b})"),
            *(f"next(q for q in {xs} if q > {k})", f"sum(q for q in {xs})"),
        ]
        if self.helpers:
            found += [f"helper({a}, {xs})", f"next(numbers({k}, out))"]
        return found

    def _bool(self, depth: int) -> list[str]:
        a, b = self.expression("int", depth), self.expression("int", depth)
        p, q = self.expression("bool", depth), self.expression("bool", depth)
        xs, ys = self.expression("list", depth), self.expression("list", depth)
        s, t = self.expression("str", depth), self.expression("str", depth)
        one, other = self.expression("node", depth), self.expression("node", depth)
        return [
            *(f"{a} < {b}", f"{a} == {b}", f"{a} <= {b}", f"{a} > {b}", f"{a} != {b}"),
            *(f"({p} and {q})", f"({p} or {q})", f"(not {p})", f"{a} in {xs}", f"{xs} == {ys}"),
            *(f"{s} == {t}", f"{s} in {t}", f"{one} is None", f"{one} is {other}", f"{xs} is {ys}"),
            *(f"{one} == {other}", f"{a} in {self.expression('dict', depth)}", f"bool({xs})"),
            *(f"{a} in {self.expression('set', depth)}", f"{a} < {b} <= 2", f"{xs} < {ys}"),
            *(f"any(q > 0 for q in {xs})", f"all(q for q in {xs})", f"bool({one})", f"{s} < {t}"),
            *(f"isinstance({one}, Node)", f"{s}.startswith({t})", f"{a} not in {xs}"),
            f"{self.expression('set', depth)} <= {self.expression('set', depth)}",
            f"{self.expression('dict', depth)} == {self.expression('dict', depth)}",
        ]

    def _str(self, depth: int) -> list[str]:
        s, t = self.expression("str", depth), self.expression("str", depth)
        a = self.expression("int", depth)
        return [
            *(f"({s} + {t})", f"{s}[{a}]", f"{s}[{self.slice_text()}]", f"({s} * 2)"),
            *(
                f"f'{{{self._unquoted(a)}}}'",
                f"f'<{{{self._unquoted(s)}}}>'",
                f"str({a})",
                f"'-'.join([{s}, {t}])",
            ),
            *(f"repr({self.expression('bool', depth)})", f"({s} or {t})", f"{s}.upper()"),
            f"str({self.expression('list', 0)})",
        ]

    @staticmethod
    def _unquoted(text: str) -> str:
        """Without what an f-string may not have inside."""
        return text if "'" not in text and "{" not in text else '"q"'

    def _list(self, depth: int) -> list[str]:
        a, b = self.expression("int", depth), self.expression("int", depth)
        xs, ys = self.expression("list", depth), self.expression("list", depth)
        kept = self.rng.choice(("", " if q > 0", " if q != 1"))
        found = [
            *(
                f"[{a}, {b}]",
                f"[{a}]",
                f"({xs} + {ys})",
                f"({xs} * 2)",
                f"{xs}[{self.slice_text()}]",
            ),
            *(f"[q + 1 for q in {xs}{kept}]", f"sorted({xs})", f"list({xs})", f"[*{xs}, {a}]"),
            *(f"list({self.expression('dict', depth)})", f"sorted({xs}, reverse=True)"),
            *(f"list(range({self.rng.randint(0, 3)}))", f"list(reversed({xs}))", f"{xs}.copy()"),
            *(f"sorted({self.expression('set', depth)})", f"[q for q in {xs} for _ in range(2)]"),
            *(f"list({self.expression('deque', depth)})", f"sorted({xs}, key=lambda q: -q)"),
            *(f"list({self.expression('dict', depth)}.values())", f"list(map(abs, {xs}))"),
            f"[{a} if q else {b} for q in {xs}]",
        ]
        if self.helpers:
            found.append(f"list(numbers({self.rng.randint(0, 2)}, out))")
        return found

    def _dict(self, depth: int) -> list[str]:
        a, b = self.expression("int", depth), self.expression("int", depth)
        d, xs = self.expression("dict", depth), self.expression("list", depth)
        return [
            *(f"{{{a}: {b}}}", f"{{**{d}, {a}: {b}}}", f"dict({d})", f"{{q: {a} for q in {xs}}}"),
            *(f"dict(enumerate({xs}))", f"({d} | {{{a}: {b}}})", f"dict(zip({xs}, [{a}, {b}]))"),
        ]

    def _set(self, depth: int) -> list[str]:
        a, b = self.expression("int", depth), self.expression("int", depth)
        s, t = self.expression("set", depth), self.expression("set", depth)
        xs = self.expression("list", depth)
        return [
            *(f"{{{a}, {b}}}", f"set({xs})", f"({s} | {t})", f"({s} & {t})", f"({s} - {t})"),
            *(f"{{q % 2 for q in {xs}}}", f"({s} ^ {t})"),
        ]

    def _tuple(self, depth: int) -> list[str]:
        a, b = self.expression("int", depth), self.expression("int", depth)
        return [f"({a}, {b})", f"({a}, {b})[::-1]", f"divmod({a}, 2)", f"(({a},) + ({b},))"]

    def _deque(self, depth: int) -> list[str]:
        xs = self.expression("list", depth)
        return [f"deque({xs})", f"deque({xs}, maxlen=1)", f"deque({xs}, 2)"]

    def _node(self, depth: int) -> list[str]:
        node, a = self.expression("node", depth), self.expression("int", depth)
        return [
            f"Node({a})",
            f"Node({a}, {node})",
            f"{node}.next",
            "None",
            f"({node} or Node({a}))",
        ]
