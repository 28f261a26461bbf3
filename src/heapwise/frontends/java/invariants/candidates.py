"""Candidates for the invariant of a Java class: what its fields suggest, as bytecode and as Java.

Each is a method that takes an object and says whether it holds. They speak of fields of the object
itself, of the items of its arrays, and of the nodes that one of its fields leads to along another
(`head`, then `next`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations

from heapwise.frontends.java.classfile.assembler import Instruction
from heapwise.frontends.java.classfile.class_file import ClassFile, Field
from heapwise.frontends.java.classpath.class_path import ClassPath
from heapwise.frontends.java.invariants.candidate import (
    NO,
    YES,
    Candidate,
    for_each,
    name_of,
    read,
    read_field,
    step,
    tree_text,
    unless,
)
from heapwise.frontends.java.invariants.tree_candidates import trees_of

_MOST_PAIRS = 3
"""Numbers of a class that are compared with each other."""


def candidates_of(classes: ClassPath, cls: ClassFile) -> list[Candidate]:
    """Those of a class; the simple ones first."""
    fields = [field for field in cls.fields if not field.is_static]
    numbers = [field for field in fields if field.descriptor == "I"]
    arrays = [field for field in fields if field.descriptor.startswith("[")]
    found = [*_simple(fields, numbers, arrays)]
    for field in fields:
        node = classes.find(field.descriptor[1:-1]) if field.descriptor[0] == "L" else None
        if node is not None and node.name in classes.user_classes():
            found += _chains(field, node, fields, numbers)
            found += trees_of(field, node, numbers)
    return found


# -- fields of the object itself


def _simple(
    fields: Sequence[Field], numbers: Sequence[Field], arrays: Sequence[Field]
) -> Iterator[Candidate]:
    for field in fields:
        if field.descriptor[0] in "L[":
            code = (*read(field), ("ifnull", "no"), *YES, *NO)
            yield Candidate(f"{field.name} != null", (unless(f"{field.name} != null"),), code)
    for field in numbers:
        code = (*read(field), ("iflt", "no"), *YES, *NO)
        yield Candidate(f"{field.name} >= 0", (unless(f"{field.name} >= 0"),), code)
    for field in numbers:
        for array in arrays:
            yield from _within(field, array)
    for one, other in permutations(numbers[:_MOST_PAIRS], 2):
        text = f"{one.name} <= {other.name}"
        code = (*read(one), *read(other), ("if_icmpgt", "no"), *YES, *NO)
        yield Candidate(text, (unless(text),), code)
    for index, array in enumerate(arrays):
        for other in arrays[index + 1 :]:
            text = f"{array.name}.length == {other.name}.length"
            lengths = (*read(array), ("arraylength",), *read(other), ("arraylength",))
            yield Candidate(text, (unless(text),), (*lengths, ("if_icmpne", "no"), *YES, *NO))


def _within(field: Field, array: Field) -> Iterator[Candidate]:
    """A number that is an index of an array, or counts items of it."""
    length = (*read(array), ("arraylength",))
    below, most = (f"{field.name} {sign} {array.name}.length" for sign in ("<", "<="))
    code = (*read(field), *length)
    yield Candidate(below, (unless(below),), (*code, ("if_icmpge", "no"), *YES, *NO))
    code = (*code, ("if_icmpgt", "no"), *YES, *NO)
    yield Candidate(most, (unless(most),), code, implied=(below,))
    if array.descriptor[1] in "L[":
        yield _items(field, array, False)
        yield _items(field, array, True)


def _items(field: Field, array: Field, behind: bool) -> Candidate:
    """Of the items before a number, or of those from it on: never null, or always."""
    what = "==" if behind else "!="
    first, last = (field.name, f"{array.name}.length") if behind else ("0", field.name)
    text = f"{array.name}[i] {what} null for {first} <= i < {last}"
    java = (
        f"for (int i = {first}; i < {last}; i++) {{",
        f"    if ({array.name}[i] {'!=' if behind else '=='} null) return false;",
        "}",
    )
    start = read(field) if behind else (("iconst_0",),)
    end = (*read(array), ("arraylength",)) if behind else read(field)
    code = (
        *start,
        ("istore", 1),
        ("label", "loop"),
        ("iload", 1),
        *end,
        ("if_icmpge", "yes"),
        *read(array),
        ("iload", 1),
        ("aaload",),
        ("ifnonnull" if behind else "ifnull", "no"),
        ("iinc", 1, 1),
        ("goto", "loop"),
        ("label", "yes"),
        *YES,
        *NO,
    )
    return Candidate(text, java, code)


# -- chains of nodes


def _chains(
    start: Field,
    node: ClassFile,
    fields: Sequence[Field],
    numbers: Sequence[Field],
) -> Iterator[Candidate]:
    own = f"L{node.name};"
    links = [each for each in node.fields if each.descriptor == own and not each.is_static]
    for link in links:
        walk = f"nodes from {start.name} along {link.name}"
        acyclic = f"{walk} come to an end"
        trees = tuple(
            tree_text(start, one, other)
            for one, other in combinations(links, 2)
            if link.name in (one.name, other.name)
        )
        ends = _ends(start, link)
        yield Candidate(acyclic, _no_cycle(node, start, link), ends, implied=trees)
        for number in numbers:
            yield Candidate(
                f"{number.name} == number of {walk}",
                (
                    "{",
                    "    int count = 0;",
                    f"    {for_each(node, start, link)} count++;",
                    f"    if (count != {number.name}) return false;",
                    "}",
                ),
                _counts(start, link, number),
                acyclic,
            )
        for end in fields:
            if end.descriptor == own and end.name != start.name:
                java = (
                    "{",
                    f"    {name_of(node)} last = null;",
                    f"    {for_each(node, start, link)} last = n;",
                    f"    if ({end.name} != last) return false;",
                    "}",
                )
                text = f"{end.name} is the last of {walk}"
                yield Candidate(text, java, _last(start, link, end), acyclic)
        for back in links:
            if back.name != link.name:
                yield _inverse(node, start, link, back, acyclic)
        for each in node.fields:
            if each.descriptor == "I" and not each.is_static:
                yield from _sorted(node, start, link, each, acyclic)


def _ends(start: Field, link: Field) -> tuple[Instruction, ...]:
    """One goes two steps while another goes one: they never meet."""
    return (
        *read(start),
        ("astore", 1),
        *read(start),
        ("astore", 2),
        ("label", "loop"),
        ("aload", 2),
        ("ifnull", "yes"),
        *step(2, link),
        ("aload", 2),
        ("ifnull", "yes"),
        *step(2, link),
        *step(1, link),
        ("aload", 2),
        ("ifnull", "yes"),
        ("aload", 1),
        ("aload", 2),
        ("if_acmpeq", "no"),
        ("goto", "loop"),
        ("label", "yes"),
        *YES,
        *NO,
    )


def _no_cycle(node: ClassFile, start: Field, link: Field) -> tuple[str, ...]:
    name = name_of(node)
    return (
        "{",
        f"    {name} slow = {start.name};",
        f"    for ({name} n = {start.name}; n != null && n.{link.name} != null;) {{",
        f"        n = n.{link.name}.{link.name};",
        f"        slow = slow.{link.name};",
        "        if (n != null && n == slow) return false;",
        "    }",
        "}",
    )


def _walk(
    start: Field, link: Field, before: Sequence[Instruction], each: Sequence[Instruction]
) -> tuple[Instruction, ...]:
    """For every node, in variable 1, `each`; then goes on after it."""
    return (
        *before,
        *read(start),
        ("astore", 1),
        ("label", "loop"),
        ("aload", 1),
        ("ifnull", "done"),
        *each,
        *step(1, link),
        ("goto", "loop"),
        ("label", "done"),
    )


def _counts(start: Field, link: Field, number: Field) -> tuple[Instruction, ...]:
    walk = _walk(start, link, (("iconst_0",), ("istore", 2)), (("iinc", 2, 1),))
    return (*walk, ("iload", 2), *read(number), ("if_icmpne", "no"), *YES, *NO)


def _last(start: Field, link: Field, end: Field) -> tuple[Instruction, ...]:
    keep = (("aload", 1), ("astore", 2))
    walk = _walk(start, link, (("aconst_null",), ("astore", 2)), keep)
    return (*walk, ("aload", 2), *read(end), ("if_acmpne", "no"), *YES, *NO)


def _inverse(node: ClassFile, start: Field, link: Field, back: Field, acyclic: str) -> Candidate:
    check = (("aload", 1), read_field(back), ("aload", 2), ("if_acmpne", "no"))
    keep = (("aload", 1), ("astore", 2))
    walk = _walk(start, link, (("aconst_null",), ("astore", 2)), (*check, *keep))
    java = (
        "{",
        f"    {name_of(node)} before = null;",
        f"    {for_each(node, start, link)} {{",
        f"        if (n.{back.name} != before) return false;",
        "        before = n;",
        "    }",
        "}",
    )
    text = f"{back.name} leads back where {link.name} leads on, from {start.name}"
    return Candidate(text, java, (*walk, *YES, *NO), acyclic)


def _sorted(
    node: ClassFile, start: Field, link: Field, key: Field, acyclic: str
) -> Iterator[Candidate]:
    for sign, jump in (("<", "if_icmpge"), ("<=", "if_icmpgt")):
        texts = [
            f"{key.name} {each} next {key.name} along {link.name} from {start.name}"
            for each in ["<", "<="]
        ]
        java = (
            f"{for_each(node, start, link)} {{",
            f"    if (n.{link.name} != null && !(n.{key.name} {sign} n.{link.name}.{key.name}))"
            " return false;",
            "}",
        )
        check = (
            ("aload", 1),
            read_field(link),
            ("ifnull", "done"),
            ("aload", 1),
            read_field(key),
            ("aload", 1),
            read_field(link),
            read_field(key),
            (jump, "no"),
        )
        code = (*_walk(start, link, (), check), *YES, *NO)
        is_weak = sign == "<="
        yield Candidate(texts[is_weak], java, code, acyclic, (texts[0],) if is_weak else ())
