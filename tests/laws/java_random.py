"""Random methods in bytecode: arithmetic, conversions, the stack, local variables, branches.

`random_method` takes a seed and makes a method without inputs. Whatever is on the stack at its end
goes into the number that it returns, so that no wrong value is lost.
"""

from __future__ import annotations

import random

from heapwise.frontends.java.classfile.assembler import Instruction, MethodText
from java_methods import BINARY, INT_BRANCHES, LETTER, UNARY, VALUES, ZERO_BRANCHES, push

_STEPS = 40
_MOST_ON_STACK = 8
_TO_LONG: dict[str, list[Instruction]] = {
    "I": [("i2l",)],
    "J": [],
    "F": [("f2d",), ("ldc2_w", ("double", 1024.0)), ("dmul",), ("d2l",)],
    "D": [("ldc2_w", ("double", 1024.0)), ("dmul",), ("d2l",)],
}
_SLOTS = {"I": 0, "J": 10, "F": 20, "D": 30}
_DIVISIONS = ("idiv", "irem", "ldiv", "lrem")


def random_method(seed: int) -> MethodText:
    """Returns a long; may end in an ArithmeticException."""
    return MethodText(f"random_{seed}", "()J", _Builder(seed).build())


class _Builder:
    """Keeps track of what kinds of values the stack holds."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self._stack: list[str] = []
        self._stored: list[str] = []
        self._labels = 0
        self._code: list[Instruction] = []

    def build(self) -> list[Instruction]:
        for kind in "IJFD":
            self._push(kind)
        steps = [self._constant, self._binary, self._binary, self._unary, self._unary]
        steps += [self._duplicate, self._store, self._load, self._branch, self._fold]
        for _ in range(_STEPS):
            self._random.choice(steps)()
        while len(self._stack) > 1:
            self._fold()
        return [*self._code, *_TO_LONG[self._stack.pop()], ("lreturn",)]

    def _push(self, kind: str) -> None:
        values = VALUES[kind]
        self._code.append(push(kind, self._random.choice(values)))
        self._stack.append(kind)

    def _constant(self) -> None:
        if len(self._stack) < _MOST_ON_STACK:
            self._push(self._random.choice("IJFD"))

    def _binary(self) -> None:
        if len(self._stack) < 2:
            return
        pair = tuple(self._stack[-2:])
        fitting = [name for name, (left, right, _) in BINARY.items() if (left, right) == pair]
        if not fitting:
            self._unary()
            return
        name = self._random.choice(fitting)
        if name in _DIVISIONS and self._random.random() < 0.9:
            one: Instruction = ("iconst_1",) if pair[1] == "I" else ("lconst_1",)
            self._code += [one, (f"{LETTER[pair[1]]}or",)]
        self._code.append((name,))
        self._stack[-2:] = [BINARY[name][2]]

    def _unary(self) -> None:
        if self._stack:
            kind = self._stack[-1]
            name = self._random.choice([n for n, (of, _) in UNARY.items() if of == kind])
            self._code.append((name,))
            self._stack[-1] = UNARY[name][1]

    def _duplicate(self) -> None:
        if not self._stack or len(self._stack) >= _MOST_ON_STACK:
            return
        top = self._stack[-1]
        wide = top in "JD"
        if len(self._stack) < 2 or self._random.random() < 0.5:
            self._code.append(("dup2",) if wide else ("dup",))
            self._stack.append(top)
            return
        below = self._stack[-2]
        places = "x2" if below in "JD" else "x1"
        self._code.append((f"dup2_{places}" if wide else f"dup_{places}",))
        self._stack[-2:] = [top, below, top]

    def _store(self) -> None:
        if len(self._stack) > 1:
            kind = self._stack.pop()
            self._code.append((f"{LETTER[kind]}store", _SLOTS[kind]))
            self._stored.append(kind)

    def _load(self) -> None:
        if self._stored and len(self._stack) < _MOST_ON_STACK:
            kind = self._random.choice(self._stored)
            self._code.append((f"{LETTER[kind]}load", _SLOTS[kind]))
            self._stack.append(kind)

    def _branch(self) -> None:
        """One of two constants, by a comparison of ints."""
        two = self._stack[-2:] == ["I", "I"] and self._random.random() < 0.7
        if not two and self._stack[-1:] != ["I"]:
            return
        name = self._random.choice(INT_BRANCHES if two else ZERO_BRANCHES)
        del self._stack[-2 if two else -1 :]
        kind = self._random.choice("IJFD")
        yes, no = (push(kind, self._random.choice(VALUES[kind])) for _ in range(2))
        self._labels += 1
        there, end = f"there{self._labels}", f"end{self._labels}"
        self._code += [(name, there), no, ("goto", end), ("label", there), yes, ("label", end)]
        self._stack.append(kind)

    def _fold(self) -> None:
        """The two values on top become one long that depends on both."""
        if len(self._stack) < 2:
            return
        upper, lower = self._stack.pop(), self._stack.pop()
        self._code += [*_TO_LONG[upper], ("lstore", 40)]
        self._code += [*_TO_LONG[lower], ("ldc2_w", ("long", 31)), ("lmul",)]
        self._code += [("lload", 40), ("ladd",)]
        self._stack.append("J")
