"""Objects of libraries that are functions of the prelude: files, paths, environments, tasks.

A method `read` of an object with the prefix `file` is the function `file_read`, which is given the
object; a special method `__enter__` is `file_enter`. What `__state__` gives for it, a dict, is its
own; an attribute that is no method is looked up there.
"""

from __future__ import annotations

from typing import TypeGuard

from heapwise.frontends.python.model.values import (
    BoundMethod,
    DictContents,
    Function,
    Modelled,
    Value,
)
from heapwise.frontends.python.semantics.core import sequences
from heapwise.frontends.python.semantics.core.arguments import Model
from heapwise.frontends.python.semantics.core.environment import Keywords, Positional
from heapwise.frontends.python.semantics.core.kinds import Mac, is_str, runtime, settle, unsupported
from heapwise.terms import Scalar


def method(m: Mac, owner: Modelled, name: str) -> Function | None:
    try:
        return runtime(m).prelude(m, f"{owner.prefix}_{name.strip('_')}")
    except KeyError:
        return None


def attribute(m: Mac, owner: Modelled, name: str) -> Value | None:
    found = method(m, owner, name)
    if found is not None:
        return BoundMethod(owner, found)
    contents = m.load(owner.state)
    if isinstance(contents, DictContents):
        for key, value in contents.entries:
            if key == name:
                return value
    unsupported(f".{name} of a {owner.name}")


def made(m: Mac, name: str, prefix: str) -> Modelled:
    return Modelled(name, prefix, sequences.new_dict(m, ()))


def new_object(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    name, prefix = positional
    return made(m, str(name), str(prefix))


def state_of(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    owner = settle(m, positional[0])
    assert isinstance(owner, Modelled)
    return owner.state


def path_text(m: Mac, path: Modelled) -> Scalar:
    """What `pathlib` writes for it: equal paths have equal texts."""
    contents = m.load(path.state)
    assert isinstance(contents, DictContents)
    text = contents.entries[0][1]
    assert is_str(text)
    return text


def is_path(value: Value) -> TypeGuard[Modelled]:
    return isinstance(value, Modelled) and value.prefix == "path"


def is_a(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    """For the prelude: is it an object with this prefix?"""
    owner = settle(m, positional[0], text=True)
    return isinstance(owner, Modelled) and owner.prefix == positional[1]


MODELS: dict[str, Model] = {
    "__object__": new_object,
    "__state__": state_of,
    "__is_modelled__": is_a,
}
