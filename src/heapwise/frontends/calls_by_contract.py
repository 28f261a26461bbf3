"""Calls by contract (kiasan.txt §3.5): what is the same in every language.

Instead of running a function: check its precondition, give what it may write any value, make up a
result, and assume its postcondition. A language says how its conditions are evaluated and what its
objects hold (`CallWriter`); the order of the steps, the frame, and what "any value" is are here.

* The *frame* of a call are the fields of the objects that it is given: of all of them, or of those
  that the contract or the user lists. Objects further away are taken to stay as they are.
* *Any object* is null, an object of the input, one that the path has made, or a new one that holds
  such objects: one of the input cannot. New objects that hold further new ones of this kind are
  beyond a bound, `new-objects`, and so are all but the latest few that the path has made.
* The call returns, or throws one of what the contract says that it may throw, where that is all
  that is known. Anything else that it might throw is left out. The account says that the contract
  stood for the function, on every path where it did.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar

from heapwise.engine.machine import Machine, UnsupportedError
from heapwise.engine.state import BY_CONTRACT, StoreKey
from heapwise.program import INT, ClassDecl, FieldDecl, InputError, Type
from heapwise.program.code import Code
from heapwise.program.source import Position
from heapwise.terms import Scalar, Term, and_, eq, le, lt

Mac = Machine[Any, Any]
Thrown = TypeVar("Thrown")
Frame = Mapping[str, frozenset[str] | None]
"""The parameters whose objects are written to, each with the names of the fields, or None for all
of them."""
NEW_OBJECTS = "new-objects"
_MOST = 8
"""How many of the objects that the path has made are tried: the latest ones."""
_COUNT: StoreKey[int] = StoreKey("values out of contracts")


class ReplacementError(InputError):
    """A function that a contract is to stand for is not there, or has none."""


def no_replacement(function: str, why: str, at: Position | None = None) -> ReplacementError:
    hint = "; give the option once for each function" if "," in function else ""
    return ReplacementError(f"--assume-contracts {function}: {why}{hint}", at)


class Replaced(NamedTuple):
    """A function that its contract stands for; what it writes, if the user says so."""

    function: str
    writes: tuple[str, ...] | None


def replaced(text: str) -> Replaced:
    """What `--assume-contracts` says: `f`, or with what it writes `f[this.size, other]`, `f[]`."""
    name, bracket, rest = text.partition("[")
    if not bracket:
        return Replaced(name.strip(), None)
    if not rest.endswith("]"):
        raise InputError(f"--assume-contracts {text}: write FUNCTION or FUNCTION[WRITTEN, …]")
    listed = (each.strip() for each in rest[:-1].split(","))
    return Replaced(name.strip(), tuple(each for each in listed if each))


def frame_of(
    function: str,
    parameters: Iterable[str],
    listed: Sequence[str] | None,
    has_field: Callable[[str, str], bool],
) -> Frame:
    """`listed` are parameters and fields of them, `p` or `p.f`; None if nothing is said.
    `has_field` tells whether objects that a parameter is given have a field. Raises `InputError`
    if there is no such parameter or field."""
    known = tuple(parameters)
    if listed is None:
        return dict.fromkeys(known)
    found: dict[str, frozenset[str] | None] = {}
    for text in listed:
        name, dot, field = text.partition(".")
        if name not in known:
            raise InputError(
                f"`{function}` is said to write to `{text}`, but its parameters are "
                f"{', '.join(known) or 'none'}"
            )
        if dot and not has_field(name, field):
            raise InputError(
                f"`{function}` is said to write to `{text}`, but `{name}` has no field `{field}`"
            )
        before = found.get(name, frozenset())
        found[name] = None if not dot or before is None else before | {field}
    return found


class CallWriter(Protocol):
    """Writes code with the parameters in its first registers, one step after the other."""

    def demand(self) -> None:
        """Check the preconditions."""
        ...

    def remember(self) -> None:
        """Keep the old values that postconditions speak of."""
        ...

    def forget(self) -> None:
        """Give what is in the frame any value."""
        ...

    def throw_declared(self) -> None:
        """Throw one of what the contract says that the function may throw, or go on."""
        ...

    def make_result(self) -> None: ...

    def suppose(self) -> None:
        """Assume the postconditions."""
        ...

    def finish(self) -> Code:
        """Return the result."""
        ...


def call_code(writer: CallWriter) -> Code:
    """What runs in place of the function."""
    writer.demand()
    writer.remember()
    writer.forget()
    writer.throw_declared()
    writer.make_result()
    writer.suppose()
    return writer.finish()


# ---------------------------------------------------------------------------- operations


def begin_call(m: Mac, function: str) -> None:
    """The path takes the contract for the function from here on."""
    known = m.load(BY_CONTRACT) or ()
    if function not in known:
        m.put(BY_CONTRACT, (*known, function))
    m.approximate(f"{function}() as its contract says")


def one_or_none(m: Mac, name: str, declared: Sequence[Thrown]) -> Thrown | None:
    """One of what a call may throw, or None where it returns."""
    which = m.input_value(fresh_name(m, f"{name}:throws"), INT, False)
    m.assume(and_(le(0, which), le(which, len(declared))))
    chosen = m.choose([(eq(which, number), number) for number in range(len(declared) + 1)])
    return declared[chosen - 1] if chosen else None


def fresh_name(m: Mac, name: str) -> str:
    number = (m.load(_COUNT) or 0) + 1
    m.put(_COUNT, number)
    return f"{name}'{number}"


class Maker(NamedTuple):
    """How a language makes objects up: `of_input` gives a reference of this name and class to
    the input or null, `fill` gives the fields of a new object any value, where references come from
    the maker that it is given."""

    of_input: Callable[[Mac, str, ClassDecl, bool], Term]
    fill: Callable[[Mac, Term, Maker], object]
    nested: bool = False


def any_object(m: Mac, name: str, cls: ClassDecl, nullable: bool, maker: Maker) -> Term:
    """Any object of a class, or null."""
    made = [(loc, m.allocated_class(loc)) for loc in m.allocated()]
    fitting = [loc for loc, own in made if own.is_subclass_of(cls)]
    choices: list[Term | ClassDecl] = list(fitting[-_MOST:])
    held = {own for _, own in made}
    news = [each for each in m.program.subtypes(cls) if _may_hold(each, held)]
    is_cut = bool(news) and (maker.nested or any(not _is_plain(each) for each in news))
    is_cut = is_cut or len(fitting) > _MOST
    if not maker.nested:
        choices += [each for each in news if _is_plain(each)]
    if not choices and not is_cut:
        return maker.of_input(m, name, cls, nullable)
    which = m.input_value(f"{name}:which", INT, False)
    m.assume(and_(le(0, which), le(which, len(choices) + is_cut)))
    if is_cut:
        m.within(lt(which, len(choices) + 1), NEW_OBJECTS)
    numbered = [(eq(which, number), number) for number in range(len(choices) + 1)]
    chosen = m.choose(numbered)
    if chosen == 0:
        return maker.of_input(m, name, cls, nullable)
    choice = choices[chosen - 1]
    if isinstance(choice, Term):
        return choice
    loc = m.allocate(choice)
    maker.fill(m, loc, maker._replace(nested=True))
    return loc


def _is_plain(cls: ClassDecl) -> bool:
    """Are fields all that there is in its objects?"""
    return cls.element is None and not cls.items()


def _may_hold(cls: ClassDecl, held: set[ClassDecl]) -> bool:
    """May an object of the class refer to one of these?"""
    kinds = [each.type for each in (*cls.fields().values(), *cls.items().values())]
    if cls.element is not None:
        kinds.append(cls.element)
    return any(
        isinstance(kind, ClassDecl) and any(each.is_subclass_of(kind) for each in held)
        for kind in kinds
    )


# -- objects of languages in which they are fields of the IR


def of_input(m: Mac, name: str, cls: ClassDecl, nullable: bool) -> Term:
    value = m.input_value(name, cls, nullable)
    assert isinstance(value, Term)
    return value


def fill_fields(
    m: Mac, ref: Term, maker: Maker, wanted: Callable[[FieldDecl], bool] | None = None
) -> None:
    """Give the fields of an object, or those that are wanted, any value."""
    cls = m.classify(ref, _itself)
    if cls.element is not None:
        raise UnsupportedError("forgetting what an array holds")
    for field in cls.fields().values():
        if wanted is None or wanted(field):
            m.write_field(ref, field, any_value(m, field.name, field.type, maker, field))


def _itself(cls: ClassDecl) -> ClassDecl:
    return cls


def any_value(
    m: Mac, name: str, type_: Type, maker: Maker, field: FieldDecl | None = None
) -> Scalar:
    """Any value of a type; within the range of the field that it is for, if there is one."""
    name = fresh_name(m, name)
    if isinstance(type_, ClassDecl):
        return any_object(m, name, type_, True, maker)
    value = m.input_value(name, type_, False)
    if field is not None and field.low is not None:
        m.assume(le(field.low, value))
    if field is not None and field.high is not None:
        m.assume(le(value, field.high))
    return value
