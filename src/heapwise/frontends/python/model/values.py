"""The values of Python in registers.

Numbers, booleans and strings are themselves, or terms of their sort; None is the null reference;
an object or a container is a term of sort Ref. What is immutable and has no identity that matters
is a frozen value of one of the types below.

The contents of containers, closures and generators that the program makes are immutable values as
well: the store of the path keeps them by location (`ListContents`, …).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, TypeAlias, TypeGuard, get_args

from heapwise.engine.machine import Machine
from heapwise.engine.state import Exhausted, LanguageValue, Running, Suspended, Undefined
from heapwise.frontends.python.model.key_index import KeyIndex
from heapwise.frontends.python.source.function_code import FunctionCode
from heapwise.frontends.python.typing.shapes import CallableShape
from heapwise.program import Position
from heapwise.terms import NULL, Scalar, Term

NONE = NULL


@dataclass(frozen=True, slots=True)
class Tuple(LanguageValue):
    items: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Bytes(LanguageValue):
    """`text` has the bytes as code points, all below 256."""

    text: Scalar


@dataclass(frozen=True, slots=True)
class ValueObject(LanguageValue):
    """An immutable object of a class of the library that is a few numbers: a date, a Decimal. What
    its parts are, says `value_objects`."""

    cls: type
    parts: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Host(LanguageValue):
    """An object of the interpreter that runs us: a module, a library function, a constant. It is
    looked at, never changed."""

    value: object

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Host) and other.value is self.value

    def __hash__(self) -> int:
        return id(self.value)


@dataclass(frozen=True, slots=True)
class ClassValue(LanguageValue):
    cls: type


@dataclass(frozen=True, slots=True)
class Builtin(LanguageValue):
    """A function or type of Python that has a model: `len`, `list.append`."""

    name: str


@dataclass(frozen=True, slots=True)
class Naming:
    """What `functools.wraps` lets a function say of itself."""

    name: str
    qualname: str
    documentation: str | None


@dataclass(frozen=True, slots=True)
class Function(LanguageValue):
    """`defaults` belong to the last positional parameters; `cells` are locations; `naming` is there
    if the names are not those of the code."""

    code: FunctionCode
    defaults: tuple[Value, ...] = ()
    keyword_defaults: tuple[tuple[str, Value], ...] = ()
    cells: tuple[Term, ...] = ()
    naming: Naming | None = None

    @property
    def qualname(self) -> str:
        return self.code.qualname if self.naming is None else self.naming.qualname


@dataclass(frozen=True, slots=True)
class BoundMethod(LanguageValue):
    receiver: Value
    function: Value


@dataclass(frozen=True, slots=True)
class Super(LanguageValue):
    """Attributes of `receiver` as the classes after `after` have them."""

    after: type
    receiver: Value


@dataclass(frozen=True, slots=True)
class EnumValue(LanguageValue):
    """The member of `cls` with this number."""

    cls: type
    index: Scalar


@dataclass(frozen=True, slots=True)
class Opaque(LanguageValue):
    """A value of which only equality and order are known, e.g. of a type variable: in a witness,
    an integer."""

    name: str
    term: Scalar


@dataclass(frozen=True, slots=True)
class InputFunction(LanguageValue):
    """A function that is an input. Functions of one shape are the same if their numbers are."""

    shape: CallableShape
    number: Scalar


@dataclass(frozen=True, slots=True)
class FunctionCall:
    """What a call of an input function with these arguments gave."""

    number: Scalar
    arguments: tuple[Value, ...]
    result: Value


@dataclass(frozen=True, slots=True)
class Tagged(LanguageValue):
    """One of several sorts of values: `parts[tag]`."""

    tag: Scalar
    parts: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Range(LanguageValue):
    start: Scalar
    stop: Scalar
    step: Scalar


@dataclass(frozen=True, slots=True)
class Slice(LanguageValue):
    start: Value
    stop: Value
    step: Value


@dataclass(frozen=True, slots=True)
class View(LanguageValue):
    """What `keys`, `values` or `items` of the dict `source` gives."""

    part: str
    source: Term


@dataclass(frozen=True, slots=True)
class ExceptionValue(LanguageValue):
    """An instance of an exception class whose objects are not input objects; `text` is the
    condition that does not hold, of an assert statement or a contract. `deliberate` tells what a
    raise statement has thrown from what an operation has, `thrown_at` is where it was first."""

    cls: type[BaseException]
    args: tuple[Value, ...] = ()
    attributes: tuple[tuple[str, Value], ...] = ()
    text: str | None = None
    deliberate: bool = False
    thrown_at: Position | None = field(default=None, compare=False)


# -- contents by location


@dataclass(frozen=True, slots=True)
class Cell:
    """A captured variable."""

    value: Value


@dataclass(frozen=True, slots=True)
class ListContents:
    """Of a list or a deque."""

    items: tuple[Value, ...] = ()
    maxlen: Value | None = None


@dataclass(frozen=True, slots=True)
class SetContents:
    """No two are equal on the path. `order` of iteration is that of insertion, which is not
    CPython's: what depends on it is not supported."""

    items: tuple[Value, ...] = ()
    frozen: bool = False
    index: KeyIndex | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class GuardedSet:
    """A set of integers in a run that merges its paths and orders no sets: items with the
    conditions that they are there. Different items may be equal."""

    items: tuple[tuple[Value, Scalar], ...] = ()
    frozen: bool = False


@dataclass(frozen=True, slots=True)
class Looked:
    """What a path has looked at of an input container, and its length when that began."""

    length: Scalar
    indexes: tuple[Scalar, ...]


@dataclass(frozen=True, slots=True)
class DictContents:
    """No two keys are equal on the path; in the order of insertion. `factory` is that of a
    defaultdict; `kind` the name of the class; `cls` a class of the program below `dict`."""

    entries: tuple[tuple[Value, Value], ...] = ()
    factory: Value | None = None
    kind: str = "dict"
    index: KeyIndex | None = field(default=None, compare=False, repr=False)
    cls: type | None = None


@dataclass(frozen=True, slots=True)
class Boxed:
    """A value without a location that was stored where references are."""

    value: Value


@dataclass(frozen=True, slots=True)
class Iteration:
    """A builtin iterator over `source`, at `position`; `kind` says how to go on. Of a dict or a set
    items may have `moved`: then nobody knows which comes next. A deque refuses to go on
    when they have. `backwards` are those over dicts that `reversed` gives."""

    kind: str
    source: Value
    position: Scalar = 0
    extra: Value | None = None
    moved: bool = False
    backwards: bool = False


@dataclass(frozen=True, slots=True)
class Compared(LanguageValue):
    """What `cmp_to_key` makes of a value: ordered as `function` says."""

    function: Value
    value: Value


@dataclass(frozen=True, slots=True)
class Arguments:
    """Of a call to a builtin."""

    positional: tuple[Value, ...]
    keywords: dict[str, Value] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Queue(LanguageValue):
    """A queue of the module `queue`; `items` is the location of a deque or a list."""

    name: str
    items: Term
    most: Value


@dataclass(frozen=True, slots=True)
class UnknownText(LanguageValue):
    """Some string, of which only that is known: `of` says what its text comes from. It may be part
    of messages and of other text; what has to know it is not supported, or beyond `bound`. Of a
    `message`, `of` is the text itself, as the Python that runs us has it: others differ."""

    of: str
    bound: str | None = None
    message: bool = False


@dataclass(frozen=True, slots=True)
class Unique(LanguageValue):
    """An object of a library that equals no other, and of which nothing else is known: a UUID."""

    name: str
    number: int


@dataclass(frozen=True, slots=True)
class Match(LanguageValue):
    """That a regular expression matches: `question` says which, and where. `subject` is the string
    or bytes; the search began at `pos` and ended at `endpos`."""

    question: object
    subject: Value
    pos: int
    endpos: Value


@dataclass(frozen=True, slots=True)
class Modelled(LanguageValue):
    """An object of a library whose methods are functions of the prelude, which begin with `prefix`.
    `name` is its class; `state` is the location of a dict."""

    name: str
    prefix: str
    state: Term


@dataclass(frozen=True, slots=True)
class HashOf(LanguageValue):
    """What `hash` gives for a value that is not a number: all that is known is that it is the same
    for equal values."""

    of: Value


@dataclass(frozen=True, slots=True)
class Identity(LanguageValue):
    """What `id` gives: equal exactly for the same object."""

    of: Value


@dataclass(frozen=True, slots=True)
class Weak(LanguageValue):
    """A weak reference without a callback, of which there is one for each object; `of` is None if
    the object is gone."""

    of: Term


@dataclass(frozen=True, slots=True)
class Context(LanguageValue):
    """A context manager of a library: what `with` calls first and last. `name` is its class."""

    name: str
    enter: Value
    leave: Value


Value: TypeAlias = (
    Scalar
    | Tuple
    | Bytes
    | ValueObject
    | Host
    | ClassValue
    | Builtin
    | Function
    | BoundMethod
    | Super
    | EnumValue
    | Opaque
    | InputFunction
    | Tagged
    | Range
    | Slice
    | View
    | ExceptionValue
    | Compared
    | Queue
    | UnknownText
    | Unique
    | Match
    | Modelled
    | HashOf
    | Identity
    | Weak
    | Context
    | Undefined
    | Exhausted
)
"""What a register of the program holds: a closed union, so that mypy knows in every operation which
kinds it has told apart. What a new kind is called, and how it is compared and merged, says its
entry in `value_kinds`."""

Contents: TypeAlias = (
    Cell
    | ListContents
    | SetContents
    | GuardedSet
    | DictContents
    | Boxed
    | Iteration
    | Looked
    | FunctionCall
    | Suspended
    | Running
)
"""What the store of a path keeps by location."""

Mac: TypeAlias = Machine[Any, Contents]
"""What operations of Python are given."""

Kept: TypeAlias = Value | Contents
"""What is joined and merged."""

_VALUES = get_args(Value)


def is_value(found: object) -> TypeGuard[Value]:
    """Is it a value of Python? What the engine has kept in a register is."""
    return isinstance(found, _VALUES)


NOTHING: tuple[Value, ...] = ()
