"""One candidate for the invariant of a Java class, and pieces that candidates consist of."""

from __future__ import annotations

from dataclasses import dataclass

from heapwise.frontends.java.classfile.assembler import Instruction, MethodText
from heapwise.frontends.java.classfile.class_file import ClassFile, Field

YES: tuple[Instruction, ...] = (("iconst_1",), ("ireturn",))
NO: tuple[Instruction, ...] = (("label", "no"), ("iconst_0",), ("ireturn",))


@dataclass(frozen=True)
class Candidate:
    """`text` says it in words, `java` are statements of a method that returns false where it does
    not hold; `needs` and `implied` are texts of others: without the first it makes no sense, and
    the second say it already. `helpers` are methods that it calls, `members` the same in Java."""

    text: str
    java: tuple[str, ...]
    code: tuple[Instruction, ...]
    needs: str = ""
    implied: tuple[str, ...] = ()
    helpers: tuple[MethodText, ...] = ()
    members: tuple[str, ...] = ()


def home_of(name: str) -> str:
    """The class that has candidates for a class as its methods, while they are on trial."""
    return f"heapwise/jdk/Candidates_{name.replace('/', '_')}"


def read_field(field: Field) -> Instruction:
    """Of the object on top of the stack."""
    return ("getfield", field.owner, field.name, field.descriptor)


def read(field: Field) -> tuple[Instruction, ...]:
    """Of the object that the candidate is about."""
    return (("aload", 0), read_field(field))


def step(variable: int, link: Field) -> tuple[Instruction, ...]:
    """To the next node."""
    return (("aload", variable), read_field(link), ("astore", variable))


def for_each(node: ClassFile, start: Field, link: Field) -> str:
    return f"for ({name_of(node)} n = {start.name}; n != null; n = n.{link.name})"


def name_of(cls: ClassFile) -> str:
    """As code in the class around it says it."""
    return cls.java_name.rpartition(".")[2].replace("$", ".").rpartition(".")[2]


def unless(condition: str) -> str:
    return f"if (!({condition})) return false;"


def tree_text(start: Field, left: Field, right: Field) -> str:
    """What the candidate says that there is a tree."""
    return f"a tree from {start.name} along {left.name} and {right.name}"
