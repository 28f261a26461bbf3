"""Candidates for the invariant of a Java class that is about a tree: no node twice, counted, in
order, and with parents."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from heapwise.frontends.java.classfile.assembler import Instruction, MethodText
from heapwise.frontends.java.classfile.class_file import ClassFile, Field
from heapwise.frontends.java.invariants.candidate import (
    NO,
    YES,
    Candidate,
    home_of,
    name_of,
    read,
    read_field,
    tree_text,
)

_SET = "java/util/HashSet"
_SPECIAL = ("invokespecial", _SET, "<init>", "()V")


def trees_of(start: Field, node: ClassFile, numbers: Sequence[Field]) -> Iterator[Candidate]:
    """For each two fields that may be those of children."""
    own = f"L{node.name};"
    links = [each for each in node.fields if each.descriptor == own and not each.is_static]
    keys = [each for each in node.fields if each.descriptor == "I" and not each.is_static]
    if node.method("equals", "(Ljava/lang/Object;)Z") is not None:
        return
    for index, left in enumerate(links):
        for right in links[index + 1 :]:
            tree = _Tree(start, node, left, right)
            yield tree.no_node_twice()
            for number in numbers:
                yield tree.counted(number)
            for parent in links:
                if parent.name not in (left.name, right.name):
                    yield tree.with_parent(parent)
            for key in keys:
                yield tree.ordered(key)


class _Tree:
    def __init__(self, start: Field, node: ClassFile, left: Field, right: Field) -> None:
        self._start = start
        self._node = node
        self._left = left
        self._right = right
        self._label = f"{start.name}_{left.name}_{right.name}"
        self._tree = tree_text(start, left, right)
        self._type = f"L{node.name};"

    def _call(self, name: str, descriptor: str) -> Instruction:
        return ("invokestatic", home_of(self._start.owner), f"{name}_{self._label}", descriptor)

    def _child(self, field: Field) -> tuple[Instruction, ...]:
        return (("aload", 0), read_field(field))

    def no_node_twice(self) -> Candidate:
        left, right = self._left.name, self._right.name
        descriptor = f"({self._type}L{_SET};)Z"
        call = self._call("isTree", descriptor)
        helper: tuple[Instruction, ...] = (
            ("aload", 0),
            ("ifnull", "yes"),
            ("aload", 1),
            ("aload", 0),
            ("invokevirtual", _SET, "add", "(Ljava/lang/Object;)Z"),
            ("ifeq", "no"),
            *self._child(self._left),
            ("aload", 1),
            call,
            ("ifeq", "no"),
            *self._child(self._right),
            ("aload", 1),
            call,
            ("ifeq", "no"),
            ("label", "yes"),
            *YES,
            *NO,
        )
        code = (*read(self._start), ("new", _SET), ("dup",), _SPECIAL, call, ("ireturn",))
        name = name_of(self._node)
        member = (
            f"private static boolean isTree({name} n, java.util.Set<{name}> seen) {{",
            "    return n == null || seen.add(n)"
            f" && isTree(n.{left}, seen) && isTree(n.{right}, seen);",
            "}",
        )
        test = f"isTree({self._start.name}, new java.util.HashSet<>())"
        return self._made(self._tree, test, code, ("isTree", descriptor, helper), member, "")

    def counted(self, number: Field) -> Candidate:
        left, right = self._left.name, self._right.name
        descriptor = f"({self._type})I"
        call = self._call("count", descriptor)
        helper: tuple[Instruction, ...] = (
            ("aload", 0),
            ("ifnull", "none"),
            ("iconst_1",),
            *self._child(self._left),
            call,
            ("iadd",),
            *self._child(self._right),
            call,
            ("iadd",),
            ("ireturn",),
            ("label", "none"),
            ("iconst_0",),
            ("ireturn",),
        )
        code = (*read(self._start), call, *read(number), ("if_icmpne", "no"), *YES, *NO)
        member = (
            f"private static int count({name_of(self._node)} n) {{",
            f"    return n == null ? 0 : 1 + count(n.{left}) + count(n.{right});",
            "}",
        )
        text = f"{number.name} == number of nodes of {self._tree}"
        test = f"{number.name} == count({self._start.name})"
        return self._made(text, test, code, ("count", descriptor, helper), member)

    def with_parent(self, parent: Field) -> Candidate:
        left, right = self._left.name, self._right.name
        descriptor = f"({self._type}{self._type})Z"
        call = self._call(f"has_{parent.name}", descriptor)
        helper: tuple[Instruction, ...] = (
            ("aload", 0),
            ("ifnull", "yes"),
            ("aload", 0),
            read_field(parent),
            ("aload", 1),
            ("if_acmpne", "no"),
            *self._child(self._left),
            ("aload", 0),
            call,
            ("ifeq", "no"),
            *self._child(self._right),
            ("aload", 0),
            call,
            ("ifeq", "no"),
            ("label", "yes"),
            *YES,
            *NO,
        )
        code = (*read(self._start), ("aconst_null",), call, ("ireturn",))
        name = name_of(self._node)
        member = (
            f"private static boolean hasParent({name} n, {name} above) {{",
            f"    return n == null || n.{parent.name} == above && hasParent(n.{left}, n)"
            f" && hasParent(n.{right}, n);",
            "}",
        )
        text = f"{parent.name} is the parent in {self._tree}"
        test = f"hasParent({self._start.name}, null)"
        return self._made(text, test, code, (f"has_{parent.name}", descriptor, helper), member)

    def ordered(self, key: Field) -> Candidate:
        """The bounds are wider than any key."""
        left, right = self._left.name, self._right.name
        descriptor = f"({self._type}JJ)Z"
        call = self._call(f"by_{key.name}", descriptor)
        of_key = (("aload", 0), read_field(key), ("i2l",))
        helper: tuple[Instruction, ...] = (
            ("aload", 0),
            ("ifnull", "yes"),
            *of_key,
            ("lload", 1),
            ("lcmp",),
            ("ifle", "no"),
            *of_key,
            ("lload", 3),
            ("lcmp",),
            ("ifge", "no"),
            *self._child(self._left),
            ("lload", 1),
            *of_key,
            call,
            ("ifeq", "no"),
            *self._child(self._right),
            *of_key,
            ("lload", 3),
            call,
            ("ifeq", "no"),
            ("label", "yes"),
            *YES,
            *NO,
        )
        bounds = (("ldc2_w", ("long", -(2**63))), ("ldc2_w", ("long", 2**63 - 1)))
        code = (*read(self._start), *bounds, call, ("ireturn",))
        member = (
            f"private static boolean isOrdered({name_of(self._node)} n, long low, long high) {{",
            f"    return n == null || low < n.{key.name} && n.{key.name} < high"
            f" && isOrdered(n.{left}, low, n.{key.name})"
            f" && isOrdered(n.{right}, n.{key.name}, high);",
            "}",
        )
        text = f"{key.name} in order in {self._tree}"
        test = f"isOrdered({self._start.name}, Long.MIN_VALUE, Long.MAX_VALUE)"
        return self._made(text, test, code, (f"by_{key.name}", descriptor, helper), member)

    def _made(
        self,
        text: str,
        test: str,
        code: tuple[Instruction, ...],
        helper: tuple[str, str, tuple[Instruction, ...]],
        member: tuple[str, ...],
        needs: str | None = None,
    ) -> Candidate:
        name, descriptor, body = helper
        return Candidate(
            text,
            (f"if (!({test})) return false;",),
            code,
            self._tree if needs is None else needs,
            helpers=(MethodText(f"{name}_{self._label}", descriptor, body),),
            members=member,
        )
