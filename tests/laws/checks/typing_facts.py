"""What is true of the initial references in a formula in every heap that is well typed.

A strategy that forks does not tell the solver what its heap knows anyway. To judge its guards one
must add it: an initial reference is null or an object of its declared type or of a subclass, it is
no object that the program allocates, and the class of an object is a function of the reference.
"""

from __future__ import annotations

from collections.abc import Iterable

from heapwise.heaps.shared.references import class_is_among
from heapwise.program import ClassDecl, Program, Type
from heapwise.program.named_inputs import inputs_of
from heapwise.terms import NULL, REF, Op, Scalar, Term, eq, is_initial_reference, le, or_, subterms


def typing_facts(program: Program, formulas: Iterable[Term]) -> list[Term]:
    facts: list[Scalar] = []
    references = [
        node
        for node in subterms(*formulas)
        if node.sort is REF and node.op != Op.CONST and is_initial_reference(node)
    ]
    for ref in references:
        facts.append(le(NULL, ref))
        declared = _declared_class(program, ref)
        if declared is not None:
            facts.append(or_(eq(ref, NULL), class_is_among(ref, program.subtypes(declared))))
    return [fact for fact in facts if isinstance(fact, Term)]


def _declared_class(program: Program, ref: Term) -> ClassDecl | None:
    if ref.op == Op.SYMBOL:
        type_ = type_of_place(program, str(ref.value))
    else:
        base = ref.args[0]
        assert isinstance(base, Term)
        type_ = _type_of_map(program, str(base.value))
    return type_ if isinstance(type_, ClassDecl) else None


def type_of_place(program: Program, name: str) -> Type | None:
    """The declared type of `Y0`, `Y0.next` or `Y0.items[X1]`; None if it is not certain."""
    if name.endswith("]"):
        array = type_of_place(program, name[: _opening_bracket(name)])
        return array.element if isinstance(array, ClassDecl) else None
    _, dot, last = name.rpartition(".")
    if not dot:
        return inputs_of(program).get(name)
    types = {
        cls.own_fields[last].type for cls in program.classes.values() if last in cls.own_fields
    }
    return types.pop() if len(types) == 1 else None


def _opening_bracket(name: str) -> int:
    depth = 0
    for position in range(len(name) - 1, -1, -1):
        depth += (name[position] == "]") - (name[position] == "[")
        if depth == 0:
            return position
    raise AssertionError(f"brackets do not match: {name}")


def _type_of_map(program: Program, name: str) -> Type | None:
    """`Node.next` holds the initial values of a field, `Node[]` the elements of arrays."""
    if name in program.classes:
        return program.classes[name].element
    owner, _, field = name.rpartition(".")
    return program.classes[owner].own_fields[field].type
