"""Random typed programs: classes, loops, containers, exceptions, aliasing, generators.

Program `index` of `seed` is the same whoever makes it. Expressions have the type that their place
asks for, most of the time; loops end; what a function computes is in the tuple that it returns, so
that nothing it did stays unseen.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import dataclass, field

from heapwise.selfcheck.python.expressions import Expressions

TARGET = "target"

_HINTS = {
    "int": "int",
    "bool": "bool",
    "str": "str",
    "list": "list[int]",
    "dict": "dict[int, int]",
    "node": "Node | None",
}
_PARAMETERS = ("int", "int", "bool", "str", "list", "list", "dict", "node")
_LOCALS = ("int", "str", "list", "dict", "set", "tuple", "deque", "node")
_CAUGHT = (
    *("IndexError", "KeyError", "ValueError", "ZeroDivisionError", "TypeError"),
    *("AttributeError", "Stop", "LookupError", "(KeyError, IndexError)", "Exception"),
)


@dataclass
class _Block:
    """Where statements are written: how deep, in a loop, and in a function of its own."""

    indent: int
    in_loop: bool = False
    depth: int = 2


@dataclass
class Generator(Expressions):
    """Writes one program, line by line."""

    lines: list[str] = field(default_factory=list)
    loops: int = 0

    def emit(self, block: _Block, text: str) -> None:
        self.lines.append("    " * block.indent + text)

    # -- the whole program

    def program(self) -> str:
        parts = {
            "Guard": _GUARD,
            "Node": self._classes(),
            "helper": self._helper(),
            "numbers": _GENERATOR,
            "Stop": _STOP,
        }
        chosen = ["int", *self.rng.sample(_PARAMETERS, self.rng.randint(1, 2))]
        self.variables = {f"p{number}": kind for number, kind in enumerate(chosen)}
        listed = ", ".join(f"{name}: {_HINTS[kind]}" for name, kind in self.variables.items())
        self.lines.append(f"def {TARGET}({listed}):")
        block = _Block(1)
        self.emit(block, "out = []")
        self.helpers = True
        for number, kind in enumerate(["list", *self.rng.sample(_LOCALS, 2)]):
            name = f"v{number}"
            self.emit(block, f"{name} = {self.expression(kind, 1)}")
            self.variables[name] = kind
        for _ in range(self.rng.randint(2, 5)):
            self.statement(block)
        results = ", ".join(self.variables)
        self.emit(block, f"return out, {results},")
        text = "\n".join(self.lines) + "\n"
        for name, part in parts.items():
            if re.search(rf"\b{name}\b", text):
                text = part + text
        return _HEADER + text

    def _classes(self) -> str:
        extra = self.rng.sample(_METHODS, self.rng.randint(0, 2))
        return _NODE + "".join(extra)

    def _helper(self) -> str:
        inner = Generator(self.rng)
        inner.variables = {"a": "int", "xs": "list"}
        inner.lines = ["def helper(a: int, xs: list[int]) -> int:"]
        block = _Block(1, depth=1)
        for _ in range(self.rng.randint(0, 2)):
            inner.statement(block)
        inner.emit(block, f"return {inner.expression('int', 1)}")
        return "\n".join(["", *inner.lines, "", ""])

    # -- statements

    def statement(self, block: _Block) -> None:
        simple: list[Callable[[_Block], None]] = [
            *(self._assign, self._assign, self._change, self._change, self._store, self._unpack),
            *(self._note, self._delete, self._raise),
        ]
        nested: list[Callable[[_Block], None]] = [
            *(self._if, self._if, self._for, self._for, self._while, self._try, self._try),
            *(self._with, self._match, self._function),
        ]
        if block.in_loop:
            simple.append(self._leave_loop)
        if block.depth > 0 and self.rng.random() < 0.5:
            self.rng.choice(nested)(block)
        else:
            self.rng.choice(simple)(block)

    def body(self, block: _Block, in_loop: bool | None = None, most: int = 2) -> None:
        looped = block.in_loop if in_loop is None else in_loop
        inner = _Block(block.indent + 1, looped, block.depth - 1)
        before = dict(self.variables)
        for _ in range(self.rng.randint(1, most)):
            self.statement(inner)
        self.variables = {name: kind for name, kind in self.variables.items() if name in before}

    def _assign(self, block: _Block) -> None:
        name, kind = self.rng.choice(list(self.variables.items()))
        if kind == "int" and self.rng.random() < 0.4:
            self.emit(block, f"{name} {self.rng.choice(['+=', '-='])} {self.expression('int')}")
            return
        self.emit(block, f"{name} = {self.expression(kind)}")

    def _unpack(self, block: _Block) -> None:
        ints = [name for name, kind in self.variables.items() if kind == "int"]
        lists = [name for name, kind in self.variables.items() if kind == "list"]
        if len(ints) >= 2 and self.rng.random() < 0.5:
            one, other = self.rng.sample(ints, 2)
            source = self.rng.choice([f"{other}, {one}", self.expression("tuple")])
            self.emit(block, f"{one}, {other} = {source}")
        elif ints and lists:
            one, rest = self.rng.choice(ints), self.rng.choice(lists)
            pattern = self.rng.choice([f"{one}, *{rest}", f"*{rest}, {one}"])
            self.emit(block, f"{pattern} = {self.expression('list')}")
        else:
            self._assign(block)

    def _change(self, block: _Block) -> None:
        """A container is changed in place."""
        name, kind = self.rng.choice(list(self.variables.items()))
        item, index = self.expression("int"), self.expression("int")
        part = self.slice_text()
        changes = {
            "list": [
                f"{name}.append({item})",
                f"{name}.insert({index}, {item})",
                f"{name}[{index}] = {item}",
                f"{name}.remove({item})",
                f"{name}.pop({index})",
                f"{name}[{part}] = {self.expression('list')}",
                f"del {name}[{part}]",
                f"del {name}[{index}]",
                f"{name}.sort()",
                f"{name}.reverse()",
                f"{name}.extend({self.expression('list')})",
                f"{name} += {self.expression('list')}",
                f"{name} *= {self.rng.randint(0, 2)}",
                f"{name}.clear()",
            ],
            "dict": [
                f"{name}[{index}] = {item}",
                f"del {name}[{index}]",
                f"{name}.pop({index}, None)",
                f"{name}.pop({index})",
                f"{name}.setdefault({index}, {item})",
                f"{name}.update({{{index}: {item}}})",
                f"{name}[{index}] += {item}",
                f"{name}.popitem()",
            ],
            "set": [
                f"{name}.add({item})",
                f"{name}.discard({item})",
                f"{name}.remove({item})",
                f"{name} |= {{{item}}}",
                f"{name} -= {{{item}}}",
            ],
            "deque": [
                f"{name}.append({item})",
                f"{name}.appendleft({item})",
                f"{name}.popleft()",
                f"{name}.pop()",
                f"{name}.rotate({self.rng.randint(-1, 2)})",
                f"{name}[{index}] = {item}",
            ],
            "node": [
                f"{name}.val = {item}",
                f"{name}.next = {self.expression('node')}",
                f"{name}.bump({item})",
                f"del {name}.val",
            ],
        }
        if kind not in changes:
            self._assign(block)
            return
        self.emit(block, self.rng.choice(changes[kind]))

    def _store(self, block: _Block) -> None:
        """An alias: what is changed through one name is seen through the other."""
        name, kind = self.rng.choice(list(self.variables.items()))
        others = [each for each, same in self.variables.items() if same == kind and each != name]
        if others:
            self.emit(block, f"{name} = {self.rng.choice(others)}")
        else:
            self._note(block)

    def _note(self, block: _Block) -> None:
        kind = self.rng.choice(("int", "bool", "str", "list", "tuple", "int"))
        self.emit(block, f"out.append({self.expression(kind)})")

    def _delete(self, block: _Block) -> None:
        if self.rng.random() < 0.3:
            self.emit(block, f"del {self.rng.choice(list(self.variables))}")
        else:
            self._change(block)

    def _raise(self, block: _Block) -> None:
        what = self.rng.choice(
            (
                f"Stop({self.expression('int')})",
                "ValueError('no')",
                f"KeyError({self.expression('int')})",
                "IndexError",
            )
        )
        self.emit(block, f"if {self.expression('bool')}:")
        self.emit(_Block(block.indent + 1), f"raise {what}")

    def _leave_loop(self, block: _Block) -> None:
        self.emit(block, f"if {self.expression('bool')}:")
        way = self.rng.choice(("break", "continue", f"return out, {self.expression('int', 1)}"))
        self.emit(_Block(block.indent + 1), way)

    def _if(self, block: _Block) -> None:
        self.emit(block, f"if {self.expression('bool')}:")
        self.body(block)
        if self.rng.random() < 0.5:
            self.emit(block, "else:")
            self.body(block)

    def _for(self, block: _Block) -> None:
        name = f"i{self.loops}"
        self.loops += 1
        made = [self.expression("list", 1), self.expression("list", 1)]
        target, source, kinds = self.rng.choice(
            [
                (name, made[0], {name: "int"}),
                (name, f"range({self.rng.randint(0, 3)})", {name: "int"}),
                (name, f"range(len({made[0]}))", {name: "int"}),
                (name, f"numbers({self.rng.randint(1, 2)}, out)", {name: "int"}),
                (name, f"reversed({made[0]})", {name: "int"}),
                (name, self.expression("dict", 1), {name: "int"}),
                (name, f"sorted({self.expression('set', 1)})", {name: "int"}),
                (name, self.expression("str", 1), {name: "str"}),
                (f"{name}, {name}k", f"enumerate({made[0]})", {name: "int", f"{name}k": "int"}),
                (f"{name}, {name}k", f"zip({made[0]}, {made[1]})", {name: "int"}),
                (f"{name}, {name}k", f"{self.expression('dict', 1)}.items()", {name: "int"}),
            ]
        )
        self.emit(block, f"for {target} in {source}:")
        before = dict(self.variables)
        self.variables.update(kinds)
        self.body(block, in_loop=True)
        self.variables = before
        if self.rng.random() < 0.25:
            self.emit(block, "else:")
            self.body(block, most=1)

    def _while(self, block: _Block) -> None:
        name = f"w{self.loops}"
        self.loops += 1
        self.emit(block, f"{name} = 0")
        also = f" and {self.expression('bool')}" if self.rng.random() < 0.5 else ""
        self.emit(block, f"while {name} < {self.rng.randint(1, 3)}{also}:")
        self.emit(_Block(block.indent + 1), f"{name} += 1")
        self.body(block, in_loop=True)

    def _try(self, block: _Block) -> None:
        self.emit(block, "try:")
        self.body(block)
        handlers = self.rng.randint(0, 2)
        for _ in range(handlers):
            caught = self.rng.choice(_CAUGHT)
            named = self.rng.random() < 0.4
            self.emit(block, f"except {caught}{' as e' if named else ''}:")
            if named:
                note = self.rng.choice(("type(e).__name__", "isinstance(e, LookupError)"))
                self.emit(_Block(block.indent + 1), f"out.append({note})")
            self.body(block, most=1)
            if self.rng.random() < 0.2:
                self.emit(_Block(block.indent + 1), "raise")
        if handlers and self.rng.random() < 0.3:
            self.emit(block, "else:")
            self.body(block, most=1)
        if not handlers or self.rng.random() < 0.4:
            self.emit(block, "finally:")
            self.body(block, most=1)

    def _with(self, block: _Block) -> None:
        self.emit(block, f"with Guard(out, {self.expression('bool', 1)}):")
        self.body(block)

    def _match(self, block: _Block) -> None:
        kind = self.rng.choice(("int", "list", "tuple", "node"))
        patterns = {
            "int": ["0", "1 | 2", "q0 if q0 > 1"],
            "list": ["[]", "[q0]", "[0, *q1]", "[q0, _]"],
            "tuple": ["(0, q0)", "(q0, 1)"],
            "node": ["None", "Node(val=0)", "Node(val=q0, next=None)"],
        }
        self.emit(block, f"match {self.expression(kind, 1)}:")
        for pattern in self.rng.sample(patterns[kind], 2):
            self.emit(_Block(block.indent + 1), f"case {pattern}:")
            self.body(_Block(block.indent + 1, block.in_loop, block.depth))

    def _function(self, block: _Block) -> None:
        """A closure that changes a variable of the function."""
        ints = [name for name, kind in self.variables.items() if kind == "int"]
        if not ints or block.indent > 1:
            self._if(block)
            return
        name, inside = self.rng.choice(ints), _Block(block.indent + 1)
        label = f"f{self.loops}"
        self.loops += 1
        self.emit(block, f"def {label}(z={self.expression('int', 1)}):")
        self.emit(inside, f"nonlocal {name}")
        self.emit(inside, f"{name} += z")
        self.emit(inside, f"return {self.expression('int', 1)}")
        self.emit(block, f"out.append({label}({self.rng.choice(['', '1', '*[2]', 'z=3'])}))")


def generate(seed: int, index: int) -> str:
    """The source of one program."""
    return Generator(random.Random(f"{seed}/{index}")).program()


_HEADER = """\
from __future__ import annotations

from collections import deque

"""
_STOP = """
class Stop(Exception):
    pass

"""
_GUARD = """
class Guard:
    def __init__(self, out: list[int], swallow: bool) -> None:
        self.out = out
        self.swallow = swallow

    def __enter__(self):
        self.out.append("enter")
        return self

    def __exit__(self, kind, value, trace):
        self.out.append(kind is None)
        return self.swallow

"""
_NODE = """
class Node:
    def __init__(self, val: int, next: Node | None = None) -> None:
        self.val = val
        self.next = next

    def bump(self, k: int) -> int:
        self.val += k
        return self.val
"""
_METHODS = (
    """
    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Node):
            return NotImplemented
        return self.val == other.val
""",
    """
    def __len__(self) -> int:
        return self.val
""",
    """
    def __bool__(self) -> bool:
        return self.val > 0
""",
    """
    def __lt__(self, other: Node) -> bool:
        return self.val < other.val
""",
    """
    def __iter__(self):
        yield self.val
        if self.next is not None and self.next is not self:
            yield self.next.val
""",
    """
    def __contains__(self, item: int) -> int:
        return self.val - item
""",
    """
    def __add__(self, other: int) -> Node:
        return Node(self.val + other, self)
""",
    """
    def __repr__(self) -> str:
        return "N" if self.val else "Z"
""",
)
_GENERATOR = """
def numbers(n: int, out: list[int]):
    try:
        for i in range(n):
            yield i
    finally:
        out.append("closed")


"""
