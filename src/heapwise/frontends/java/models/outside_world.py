"""What a program asks the machine that it runs on: the time, the environment, random numbers.

Where the user's code asks, the answer is one more input of the path, with a name that says what was
asked, and replays give it back: in the classes that they load, such calls are calls of ours
(`testgen/java`, `Redirect`). Where code of the JDK asks, the answer is unknown too, but no replay
can choose it; the path remembers that (`UNGIVEN`).

The environment does not change during a run, and neither does a property that nobody sets: the same
name has the same value. `nanoTime` never goes back, and differences of it do not overflow.
`currentTimeMillis` may.
"""

from __future__ import annotations

from typing import NamedTuple

from heapwise.engine.machine import UnsupportedError
from heapwise.engine.state import StoreKey
from heapwise.frontends.java.models.library_model import (
    Mac,
    Model,
    Table,
    is_null,
    literal,
    not_null,
    runtime,
    text_of,
    thrown,
    universe,
)
from heapwise.frontends.java.semantics.asked_inputs import (
    NONDET,
    Asked,
    any_scalar,
    running_condition,
)
from heapwise.frontends.java.universe.well_known import STRING
from heapwise.program import ClassDecl
from heapwise.terms import INT, NULL, Scalar, Term, and_, bit_vector, eq, fle, flt, le, sub, symbol

UNGIVEN: StoreKey[str] = StoreKey("ungiven")
"""Where the store keeps what the path depends on that no replay can choose."""
_TIMES: StoreKey[tuple[Scalar, Scalar]] = StoreKey("nanoTime")
"""The first and the latest time that was asked for."""
_LONGEST = (1 << 63) - 1
"""Nanoseconds that a run may take: 292 years. Differences of times do not overflow."""
_OBSERVED: StoreKey[int] = StoreKey("observed")

_OF_JDK = {
    "line.separator": "\n",
    "file.separator": "/",
    "path.separator": ":",
    "java.vendor": "Heapwise",
    "user.dir": "/",
    "file.encoding": "UTF-8",
    "native.encoding": "UTF-8",
    "sun.jnu.encoding": "UTF-8",
}
"""Properties as code of the JDK finds them."""
_OF_MACHINE = frozenset(
    (
        *(f"java.{name}" for name in ("class.path", "home", "io.tmpdir", "library.path")),
        *(f"java.{name}" for name in ("version", "runtime.version", "vm.name", "vm.version")),
        *(f"java.{name}" for name in ("class.version", "specification.version")),
        *("os.arch", "os.name", "os.version", "user.home", "user.language", "user.name"),
        *("sun.arch.data.model", "sun.boot.library.path", "sun.cpu.endian"),
    )
)
"""Properties that every virtual machine has, and of which nobody here knows what they are."""


class _Known(NamedTuple):
    """A variable or property and the string that it holds; where it was asked for, the name of the
    input, and the condition that has asked, if it was one."""

    name: Scalar
    value: Term
    input: str = ""
    condition: str = ""


def _asked_by_user(m: Mac) -> bool:
    code = next(m.running, None)
    return code is not None and runtime(m).is_user_code(code)


def _known(what: str) -> StoreKey[tuple[_Known, ...]]:
    """Where the store keeps the variables, or the properties, that were asked for or set."""
    return StoreKey("surroundings", what)


# -- the time, and other numbers


def unobservable(what: str) -> Model:
    """Any number, another one each time, that no replay can choose."""

    def model(m: Mac, *values: object) -> Scalar:
        m.put(UNGIVEN, what)
        number = (m.load(_OBSERVED) or 0) + 1
        m.put(_OBSERVED, number)
        return symbol(f"observed{number}", bit_vector(64) if universe(m).exact else INT)

    return model


def nano_time(m: Mac) -> Scalar:
    now = _time(m, "nanoTime")
    before = m.load(_TIMES)
    if before is not None:
        first, latest = before
        m.assume(and_(le(latest, now), le(sub(now, first), _LONGEST), le(0, sub(now, first))))
    m.put(_TIMES, (now if before is None else before[0], now))
    return now


def milliseconds(m: Mac) -> Scalar:
    return _time(m, "currentTimeMillis")


def _time(m: Mac, name: str) -> Scalar:
    if _asked_by_user(m):
        return any_scalar("J", name, m)
    found = unobservable("the time, where the JDK asks for it")(m)
    assert isinstance(found, Term)
    return found


def random(m: Mac) -> Scalar:
    """`Math.random()`, which nobody but users calls."""
    found = any_scalar("D", "random", m)
    m.assume(and_(fle(0.0, found), flt(found, 1.0)))
    return found


# -- names and values


def getenv(m: Mac, name: Term) -> Term:
    text = text_of(m, not_null(m, name))
    return _value(m, "getenv", text) if _asked_by_user(m) else NULL


def get_property(m: Mac, key: Term, *default: Term) -> Term:
    text = _key(m, key)
    if not _asked_by_user(m):
        if not isinstance(text, str):
            raise UnsupportedError("a property whose name is not known")
        found = _OF_JDK.get(text)
        if found is None and text in _OF_MACHINE:
            raise UnsupportedError(f"the property {text}, where the JDK asks for it")
        otherwise = default[0] if default else NULL
        return otherwise if found is None else literal(m, found)
    value = _value(m, "getProperty", text)
    return default[0] if default and m.decide(is_null(m, value)) else value


def set_property(m: Mac, key: Term, value: Term) -> Term:
    text = _key(m, key)
    before = _value(m, "getProperty", text)
    _remember(m, "getProperty", text, not_null(m, value))
    return before


def clear_property(m: Mac, key: Term) -> Term:
    text = _key(m, key)
    before = _value(m, "getProperty", text)
    _remember(m, "getProperty", text, NULL)
    return before


def _key(m: Mac, key: Term) -> Scalar:
    text = text_of(m, not_null(m, key))
    if m.decide(eq(text, "")):
        raise thrown(m, "java/lang/IllegalArgumentException", "key can't be empty")
    return text


def _value(m: Mac, what: str, text: Scalar) -> Term:
    """What a name has, which is found out when it is first asked for."""
    known = m.load(_known(what)) or ()
    for number in range(len(known) - 1, -1, -1):
        each = known[number]
        if m.decide(eq(each.name, text)):
            if each.input and each.condition and not running_condition(m):
                # A replay, which runs no conditions, asks for it now.
                _tell(m, each.input)
                asked = each._replace(condition="")
                m.put(_known(what), (*known[:number], asked, *known[number + 1 :]))
            return each.value
    name = f'{what}("{text}")' if isinstance(text, str) else f"{what}{len(known) + 1}"
    value = m.input_value(name, _tell(m, name), True)
    assert isinstance(value, Term)
    m.put(_known(what), (*known, _Known(text, value, name, running_condition(m))))
    return value


def _tell(m: Mac, name: str) -> ClassDecl:
    """A string that is asked for. Conditions of the contract see the same surroundings."""
    before = m.load(NONDET) or ()
    cls = universe(m).decl(STRING)
    m.put(NONDET, (*before, Asked(name, cls, "", running_condition(m))))
    return cls


def _remember(m: Mac, what: str, text: Scalar, value: Term) -> None:
    known = m.load(_known(what)) or ()
    m.put(_known(what), (*known, _Known(text, value)))


_SETS_AND_CLEARS: dict[str, Model] = {"setProperty": set_property, "clearProperty": clear_property}
MODELS: Table = {
    "java/lang/System": {
        "currentTimeMillis": milliseconds,
        "nanoTime": nano_time,
        "getProperty": get_property,
        "getenv(Ljava/lang/String;)Ljava/lang/String;": getenv,
        **_SETS_AND_CLEARS,
    },
    "java/lang/Math": {"random": random},
    "java/lang/StrictMath": {"random": random},
    "java/lang/Runtime": dict.fromkeys(
        ("freeMemory", "totalMemory", "maxMemory"), unobservable("how much memory there is")
    ),
    "java/util/Random": {"seedUniquifier": unobservable("random numbers of the JDK")},
}
