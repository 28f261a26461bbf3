"""Class files of random programs, without a compiler of Java."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from heapwise.frontends.java.classfile.assembler import (
    PUBLIC,
    ClassText,
    FieldText,
    Handler,
    Instruction,
    MethodText,
    assemble,
)
from heapwise.selfcheck.java import syntax as s

A, B, MAIN = "gen/A", "gen/B", "gen/Main"
DESCRIPTOR = f"({''.join(kind for _, kind in s.PARAMETERS)})I"
_SLOTS = {name: slot for slot, name in enumerate(("i", "j", "a", "b", "xs", "n", "k", "p", "e"))}
_OPERATIONS = {
    **{"+": "iadd", "-": "isub", "*": "imul", "/": "idiv", "%": "irem", "&": "iand"},
    **{"|": "ior", "^": "ixor", "<<": "ishl", ">>": "ishr", ">>>": "iushr"},
}
_JUMPS = {"==": "eq", "!=": "ne", "<": "lt", ">=": "ge", ">": "gt", "<=": "le"}


def write_classes(program: s.Program, folder: Path) -> None:
    for cls in _classes(program):
        file = folder / f"{cls.name}.class"
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(assemble(cls))


def _classes(program: s.Program) -> Iterator[ClassText]:
    own: list[Instruction] = [("aload_0",), ("getfield", A, "x", "I"), ("ireturn",)]
    fields = [FieldText("x", "I"), FieldText("next", f"L{A};")]
    yield ClassText(A, [_constructor("java/lang/Object"), _method("value", own)], fields)
    code = _Code({"a": 0})
    code.int(program.overriding)
    other = _method("value", [*code.instructions, ("ireturn",)])
    yield ClassText(B, [_constructor(A), other], [FieldText("items", "[I")], above=A)
    main = _Code(_SLOTS)
    main.instructions = [("iconst_1",), ("istore", 5), ("iconst_0",), ("istore", 6)]
    main.instructions += [("aload", 2), ("astore", 7)]
    main.body(program.body)
    main.instructions += [("iload", 0), ("ireturn",)]
    yield ClassText(
        MAIN, [MethodText("run", DESCRIPTOR, main.instructions, handlers=main.handlers)]
    )


def _constructor(above: str) -> MethodText:
    code = [("aload_0",), ("invokespecial", above, "<init>", "()V"), ("return",)]
    return MethodText("<init>", "()V", code, PUBLIC)


def _method(name: str, code: list[Instruction]) -> MethodText:
    return MethodText(name, "()I", code, PUBLIC)


class _Code:
    def __init__(self, slots: dict[str, int]) -> None:
        self._slots = slots
        self._labels = 0
        self.instructions: list[Instruction] = []
        self.handlers: list[Handler] = []

    def _emit(self, *instruction: object) -> None:
        self.instructions.append(instruction)

    def _label(self) -> str:
        self._labels += 1
        return f"l{self._labels}"

    # -- statements

    def body(self, body: s.Body) -> None:
        for each in body:
            self._statement(each)

    def _statement(self, node: s.Statement) -> None:
        match node:
            case s.SetInt(name, value):
                self.int(value)
                self._emit("istore", self._slots[name])
            case s.SetRef(name, ref):
                self._ref(ref)
                self._emit("astore", self._slots[name])
            case s.PutX(owner, value):
                self._ref(owner)
                self.int(value)
                self._emit("putfield", A, "x", "I")
            case s.PutNext(owner, ref):
                self._ref(owner)
                self._ref(ref)
                self._emit("putfield", A, "next", f"L{A};")
            case s.Store(array, index, value):
                self._array(array)
                self.int(index)
                self.int(value)
                self._emit("iastore")
            case s.If(test, then, otherwise):
                no, end = self._label(), self._label()
                self._unless(test, no)
                self.body(then)
                self._emit("goto", end)
                self._emit("label", no)
                self.body(otherwise)
                self._emit("label", end)
            case s.Repeat(times, body):
                self._repeat(times, body)
            case s.Try(body, caught, handler):
                self._try(body, caught, handler)
            case s.Throw():
                cls = "java/lang/IllegalStateException"
                self._emit("new", cls)
                self._emit("dup")
                self._emit("invokespecial", cls, "<init>", "()V")
                self._emit("athrow")
            case s.Return(value):
                self.int(value)
                self._emit("ireturn")

    def _repeat(self, times: int, body: s.Body) -> None:
        again, end = self._label(), self._label()
        self._emit("iconst_0")
        self._emit("istore", self._slots["k"])
        self._emit("label", again)
        self._emit("iload", self._slots["k"])
        self._emit("bipush", times)
        self._emit("if_icmpge", end)
        self.body(body)
        self._emit("iinc", self._slots["k"], 1)
        self._emit("goto", again)
        self._emit("label", end)

    def _try(self, body: s.Body, caught: str, handler: s.Body) -> None:
        start, stop, target, end = (self._label() for _ in range(4))
        self._emit("label", start)
        self._emit("nop")  # a range must not be empty
        self.body(body)
        self._emit("label", stop)
        self._emit("goto", end)
        self._emit("label", target)
        self._emit("astore", self._slots["e"])
        self.handlers.append(Handler(start, stop, target, f"java/lang/{caught}"))
        self.body(handler)
        self._emit("label", end)

    def _unless(self, test: s.Condition, no: str) -> None:
        """Jump where the condition does not hold."""
        match test:
            case s.Compare(sign, left, right):
                yes = self._label()
                self.int(left)
                self.int(right)
                self._emit(f"if_icmp{_JUMPS[sign]}", yes)
                self._emit("goto", no)
                self._emit("label", yes)
            case s.Same(one, other):
                self._ref(one)
                self._ref(other)
                self._emit("if_acmpne", no)
            case s.IsB(inner):
                self._ref(inner)
                self._emit("instanceof", B)
                self._emit("ifeq", no)

    # -- expressions

    def int(self, node: s.Int) -> None:
        match node:
            case s.Const(value):
                self._emit("ldc_w", ("int", value))
            case s.Var(name):
                self._emit("iload", self._slots[name])
            case s.Binary(sign, left, right):
                self.int(left)
                self.int(right)
                self._emit(_OPERATIONS[sign])
            case s.GetX(owner):
                self._ref(owner)
                self._emit("getfield", A, "x", "I")
            case s.Value(owner):
                self._ref(owner)
                self._emit("invokevirtual", A, "value", "()I")
            case s.Element(array, index):
                self._array(array)
                self.int(index)
                self._emit("iaload")
            case s.Length(array):
                self._array(array)
                self._emit("arraylength")

    def _ref(self, node: s.Ref) -> None:
        match node:
            case s.Null():
                self._emit("aconst_null")
            case s.Var(name):
                self._emit("aload", self._slots[name])
            case s.GetNext(owner):
                self._ref(owner)
                self._emit("getfield", A, "next", f"L{A};")
            case s.New(cls):
                name = f"gen/{cls}"
                self._emit("new", name)
                self._emit("dup")
                self._emit("invokespecial", name, "<init>", "()V")
            case s.AsB(inner):
                self._ref(inner)
                self._emit("checkcast", B)

    def _array(self, node: s.Array) -> None:
        match node:
            case s.Var(name):
                self._emit("aload", self._slots[name])
            case s.Items(owner):
                self._ref(owner)
                self._emit("checkcast", B)
                self._emit("getfield", B, "items", "[I")
            case s.NewArray(size):
                self.int(size)
                self._emit("newarray", "int")
