"""Program `k` of a seed: random, typed, and with an end."""

from __future__ import annotations

import random

from heapwise.selfcheck.java import syntax as s

_SIGNS = ("+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>", ">>>")
_COMPARISONS = ("==", "!=", "<", ">=", ">", "<=")
_NUMBERS = (0, 1, 2, -1, 3, 31, 2**31 - 1, -(2**31))
_DEEP = 2


def generate(seed: int, index: int) -> s.Program:
    return _Generator(random.Random(f"{seed}/{index}")).program()


class _Generator:
    def __init__(self, choices: random.Random) -> None:
        self._random = choices

    def program(self) -> s.Program:
        body = self._body(0, self._random.randint(2, 5))
        return s.Program(body, self._overriding())

    def _overriding(self) -> s.Int:
        receiver = s.Var("a")
        parts: list[s.Int] = [s.GetX(receiver), s.Const(2), s.Length(s.Items(receiver))]
        one, other = self._random.choice(parts), self._random.choice(parts)
        return s.Binary(self._random.choice(_SIGNS), one, other)

    # -- statements

    def _body(self, depth: int, count: int) -> s.Body:
        return tuple(self._statement(depth) for _ in range(count))

    def _statement(self, depth: int) -> s.Statement:
        kinds = ["int", "int", "ref", "x", "next", "store"]
        if depth < _DEEP:
            kinds += ["if", "if", "if", "try", "try"]
        if depth == 0:
            kinds += ["repeat"]
        else:
            kinds += ["return", "throw"]
        match self._random.choice(kinds):
            case "int":
                return s.SetInt(self._random.choice(("i", "j", "n")), self._int())
            case "ref":
                return s.SetRef(self._random.choice(s.REFS), self._ref())
            case "x":
                return s.PutX(self._ref(), self._int())
            case "next":
                return s.PutNext(self._ref(), self._ref())
            case "store":
                return s.Store(self._array(), self._int(1), self._int(1))
            case "if":
                otherwise = self._body(depth + 1, self._random.randint(0, 1))
                return s.If(self._condition(), self._inner(depth), otherwise)
            case "try":
                caught = self._random.choice(s.CAUGHT)
                return s.Try(self._inner(depth), caught, self._body(depth + 1, 1))
            case "repeat":
                return s.Repeat(self._random.randint(1, 2), self._inner(depth + 1))
            case "return":
                return s.Return(self._int())
        return s.Throw()

    def _inner(self, depth: int) -> s.Body:
        return self._body(depth + 1, self._random.randint(1, 2))

    # -- expressions

    def _condition(self) -> s.Condition:
        kind = self._random.random()
        if kind < 0.5:
            return s.Compare(self._random.choice(_COMPARISONS), self._int(1), self._int(1))
        return s.Same(self._ref(1), self._ref(1)) if kind < 0.8 else s.IsB(self._ref(1))

    def _int(self, depth: int = 0) -> s.Int:
        kind = self._random.random()
        if kind < 0.35 or depth >= _DEEP:
            return s.Var(self._random.choice(s.INTS))
        if kind < 0.5:
            return s.Const(self._random.choice(_NUMBERS))
        if kind < 0.7:
            sign = self._random.choice(_SIGNS)
            return s.Binary(sign, self._int(depth + 1), self._int(depth + 1))
        if kind < 0.8:
            return s.GetX(self._ref(depth + 1))
        if kind < 0.88:
            return s.Value(self._ref(depth + 1))
        if kind < 0.95:
            return s.Element(self._array(), self._int(depth + 1))
        return s.Length(self._array())

    def _ref(self, depth: int = 0) -> s.Ref:
        kind = self._random.random()
        if kind < 0.55 or depth >= _DEEP:
            return s.Var(self._random.choice(s.REFS))
        if kind < 0.75:
            return s.GetNext(self._ref(depth + 1))
        if kind < 0.85:
            return s.New(self._random.choice("AB"))
        return s.AsB(self._ref(depth + 1)) if kind < 0.95 else s.Null()

    def _array(self) -> s.Array:
        kind = self._random.random()
        if kind < 0.75:
            return s.Var("xs")
        if kind < 0.9:
            return s.Items(self._ref(1))
        return s.NewArray(s.Const(self._random.randint(-1, 2)))
