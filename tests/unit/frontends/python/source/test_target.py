"""Targets: how they are written, and what they name."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from heapwise.frontends.python.source.target import Target, find_named, parse_target
from heapwise.program import InputError


@pytest.mark.parametrize(
    ("text", "location", "qualname"),
    [
        ("shapes.py", "shapes.py", None),
        ("shapes.py:area", "shapes.py", "area"),
        ("dir/shapes.py:Tree.insert", "dir/shapes.py", "Tree.insert"),
        ("shapes.py:Outer.Inner.method", "shapes.py", "Outer.Inner.method"),
        ("package.module", "package.module", None),
        ("package.module:Tree", "package.module", "Tree"),
        ("C:\\code\\shapes.py", "C:\\code\\shapes.py", None),
        ("C:\\code\\shapes.py:f", "C:\\code\\shapes.py", "f"),
    ],
)
def test_a_target_is_a_location_and_a_name(text: str, location: str, qualname: str | None) -> None:
    assert parse_target(text) == Target(location, qualname)


def test_a_file_is_told_from_a_module() -> None:
    assert parse_target("shapes.py:f").path == Path("shapes.py")
    assert parse_target("package.shapes:f").path is None


@pytest.mark.parametrize(
    "text", ["", ":f", "shapes.py:", "shapes.py:1f", "shapes.py:a..b", "a-b:f"]
)
def test_nonsense_is_refused(text: str) -> None:
    with pytest.raises(InputError):
        parse_target(text)


def _bank() -> ModuleType:
    module = ModuleType("bank")
    source = """
class Account:
    class Entry:
        def amount(self): ...
    def close(self): ...
class Savings(Account): ...
def transfer(): ...
"""
    exec(source, vars(module))
    return module


def test_names_are_found_in_modules_classes_and_base_classes() -> None:
    module = _bank()
    account: Any = vars(module)["Account"]
    close, amount = account.close, account.Entry.amount
    assert find_named(Target("bank.py"), module) is module
    assert find_named(Target("bank.py", "Account"), module) is account
    assert find_named(Target("bank.py", "Savings.close"), module) is close
    assert find_named(Target("bank.py", "Account.Entry.amount"), module) is amount


@pytest.mark.parametrize(
    ("qualname", "message"),
    [
        ("Acount.close", "bank.py has no `Acount`; did you mean `Account`?"),
        ("Account.clos", "bank.py: `Account` has no `clos`; did you mean `close`?"),
        ("transfer.x", "bank.py: `transfer` has no `x`"),
        ("zzz", "bank.py has no `zzz`"),
    ],
)
def test_an_unknown_name_is_answered_with_a_close_one(qualname: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        find_named(Target("bank.py", qualname), _bank())
    assert str(caught.value) == message
