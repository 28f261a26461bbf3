"""The contract of a function: everything that was stated about it, wherever it was.

Inheritance is read the way icontract and CrossHair do, for all notations alike:

* an override keeps the postconditions and declared exceptions of the methods that it overrides;
* it may ask for less: its own preconditions, or those of an overridden method, must hold; without
  any of its own, those of the nearest overridden method that has some are its preconditions;
* an invariant holds for all subclasses;
* constructors override nothing, and neither do names with two leading underscores.

The conditions of an overridden method are about its parameters: they are carried over by position,
and one about a parameter that the override does not have is dropped.
"""

import inspect
from collections import ChainMap
from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import FunctionType
from typing import NamedTuple

from heapwise.contracts import pep316
from heapwise.contracts.annotated_ranges import conditions_of_hints
from heapwise.contracts.contract import Condition, Contract
from heapwise.contracts.conventions import (
    LeadingAsserts,
    invariant_method,
    invariant_of_method,
    leading_asserts,
)
from heapwise.contracts.docstrings import declared_exceptions
from heapwise.contracts.free_names import parameter_names
from heapwise.contracts.function_source import (
    class_node,
    docstring_lines,
    function_node,
    underlying,
)
from heapwise.contracts.libraries import stated_by
from heapwise.contracts.olds import Site
from heapwise.contracts.predicates import RECEIVER

_CONSTRUCTORS = ("__init__", "__new__", "__post_init__", "__init_subclass__")


class _Part(NamedTuple):
    """What was stated at one definition of a function, and the parameters it has there."""

    contract: Contract
    parameters: tuple[str, ...]


def contract_of(function: object, owner: type | None = None) -> Contract:
    """The contract of a function or a method of `owner`; wrappers and descriptors are seen through.

    Raises InputError, with the place, for a condition that is not an expression or that uses
    unknown names.
    """
    plain = underlying(function)
    own = _stated(plain) if plain is not None else _Part(Contract(), ())
    name = plain.__name__ if plain is not None else getattr(function, "__name__", "")
    if owner is None:
        return own.contract
    overridden = [_stated(base) for base in _overridden(plain, name, owner)]
    return _with_invariants(_inherit(own, overridden), own.parameters, name, owner)


def asserts_of(function: object) -> LeadingAsserts:
    """The asserts at the start of a function, as preconditions for the user who asks for that."""
    plain = underlying(function)
    found = function_node(plain) if plain is not None else None
    if plain is None or found is None:
        return LeadingAsserts((), 0, 0)
    return leading_asserts(*found, _scope(plain))


def invariants_of(cls: type) -> tuple[Condition, ...]:
    """What holds of every object of a class between calls, about the name `self`; bases first."""
    found: list[Condition] = []
    for each in reversed(cls.__mro__):
        found += _own_invariants(each)
    method = invariant_method(cls)
    condition = invariant_of_method(cls, method) if method is not None else None
    return (*found, condition) if condition is not None else tuple(found)


def _own_invariants(cls: type) -> tuple[Condition, ...]:
    located = class_node(cls)
    if located is None:
        return ()
    node, source = located
    module = inspect.getmodule(cls)
    scope: Mapping[str, object] = vars(module) if module is not None else {}
    site = Site(cls.__qualname__, (RECEIVER,), scope, "<locals>" not in cls.__qualname__)
    stated = stated_by(node.decorator_list, site, source)
    lines = docstring_lines(node, source)
    return (*pep316.conditions_of_class(lines, site, source.file), *stated.invariants)


def _stated(function: FunctionType) -> _Part:
    """What was stated at the definition of a function itself."""
    found = function_node(function)
    if found is None:
        return _Part(Contract(), tuple(inspect.signature(function).parameters))
    node, source = found
    scope, name = _scope(function), function.__qualname__
    site = Site(name.split("<locals>.")[-1], parameter_names(node), scope, "<locals>" not in name)
    lines = docstring_lines(node, source)
    written = pep316.conditions_of_function(lines, site, source.file)
    decorated = stated_by(node.decorator_list, site, source)
    declared = declared_exceptions(lines, scope, source.file)
    hinted = conditions_of_hints(function, scope, source.position(node))
    contract = Contract(
        pre=(*written.pre, *decorated.pre, *hinted),
        post=(*written.post, *decorated.post),
        raises=tuple(dict.fromkeys((*declared, *decorated.raises))),
        raises_only=decorated.raises_only,
        writes=written.writes,
    )
    return _Part(contract, site.parameters)


def _scope(function: FunctionType) -> Mapping[str, object]:
    """The names that a function sees: of its module, and of the functions around it."""
    closed: dict[str, object] = {}
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        try:
            closed[name] = cell.cell_contents
        except ValueError:  # not yet assigned
            continue
    return ChainMap(closed, function.__globals__) if closed else function.__globals__


def _overridden(function: FunctionType | None, name: str, owner: type) -> Iterator[FunctionType]:
    """The methods of that name further up, behind the one that is meant."""
    is_private = name.startswith("__") and not name.endswith("__")
    if name in _CONSTRUCTORS or is_private:
        return
    for cls in owner.__mro__:
        other = underlying(vars(cls).get(name))
        if other is not None and other is not function:
            yield other


def _inherit(own: _Part, overridden: list[_Part]) -> Contract:
    contract = own.contract
    groups = [contract.pre] if contract.pre else []
    post, raises = list(contract.post), list(contract.raises)
    for base in overridden:
        inherited = [_carry(c, base, own) for c in base.contract.pre]
        group = tuple(c for c in inherited if c is not None)
        if group:
            groups.append(group)
        carried = (_carry(c, base, own) for c in base.contract.post)
        post += [c for c in carried if c is not None]
        raises += base.contract.raises
    return replace(
        contract,
        pre=groups[0] if groups else (),
        inherited_pre=tuple(groups[1:]),
        post=tuple(post),
        raises=tuple(dict.fromkeys(raises)),
    )


def _carry(condition: Condition, base: _Part, own: _Part) -> Condition | None:
    by_position = dict(zip(base.parameters, own.parameters, strict=False))
    by_name = {name: name for name in base.parameters if name in own.parameters}
    return condition.about(by_position | by_name)


def _with_invariants(
    contract: Contract, parameters: tuple[str, ...], name: str, owner: type
) -> Contract:
    """Which methods may rely on the invariants, and which must keep them.

    A constructor only has to establish them. A private method (`_x`) is called by others in the
    midst of their work: what it is given is taken to be well-formed, but it need not leave it so.
    The method that *is* the invariant, and those without a receiver, have nothing to do with them.
    """
    member = inspect.getattr_static(owner, name, None)
    has_receiver = not isinstance(member, staticmethod | classmethod) and name != "__new__"
    if not has_receiver or name == invariant_method(owner):
        return contract
    receiver = parameters[0] if parameters else RECEIVER
    renamed = [c.about({RECEIVER: receiver}) for c in invariants_of(owner)]
    invariants = tuple(c for c in renamed if c is not None)
    is_private = name.startswith("_") and not (name.startswith("__") and name.endswith("__"))
    return replace(
        contract,
        invariants=invariants,
        assumes_invariants=bool(invariants) and name not in _CONSTRUCTORS,
        keeps_invariants=bool(invariants) and not is_private,
    )
