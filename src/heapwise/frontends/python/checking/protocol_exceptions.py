"""Exceptions that Python's own protocols ask methods to raise: nobody has to declare them.

`__getitem__` raises a KeyError or an IndexError for what is not there, `__next__` a StopIteration;
`pop` of a class that is a `MutableMapping` a KeyError. So say the data model of the language and
`collections.abc`.
"""

from __future__ import annotations

from collections.abc import Mapping as AbstractMapping
from collections.abc import MutableSequence, MutableSet, Sequence, Set

from heapwise.frontends.python.typing.functions import FunctionInfo

_Exceptions = tuple[type[BaseException], ...]

_DIVISIONS = ("truediv", "floordiv", "mod", "divmod", "pow")
_SPECIAL: dict[str, _Exceptions] = {
    **dict.fromkeys(("__getitem__", "__setitem__", "__delitem__", "__missing__"), (LookupError,)),
    "__next__": (StopIteration,),
    "__anext__": (StopAsyncIteration,),
    **dict.fromkeys(("__getattr__", "__getattribute__", "__delattr__"), (AttributeError,)),
    "__hash__": (TypeError,),
    **{f"__{before}{name}__": (ZeroDivisionError,) for name in _DIVISIONS for before in "ri"},
    **{f"__{name}__": (ZeroDivisionError,) for name in _DIVISIONS},
}
_OF_CLASSES: tuple[tuple[type, dict[str, _Exceptions]], ...] = (
    (AbstractMapping, {"pop": (KeyError,), "popitem": (KeyError,)}),
    (MutableSet, {"pop": (KeyError,), "remove": (KeyError,)}),
    (Set, {"remove": (KeyError,)}),
    (MutableSequence, {"pop": (IndexError,), "remove": (ValueError,)}),
    (Sequence, {"index": (ValueError,)}),
)


def protocol_exceptions(info: FunctionInfo) -> _Exceptions:
    """Those that callers of a method expect by its name and by what its class is."""
    if info.owner is None:
        return ()
    found = _SPECIAL.get(info.name, ())
    for base, methods in _OF_CLASSES:
        if issubclass(info.owner, base):
            found += methods.get(info.name, ())
    return found
