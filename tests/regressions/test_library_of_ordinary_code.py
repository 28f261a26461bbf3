"""Context variables, `operator.index`, `catch_warnings`, named tuples with a `__new__` of their
own, causes and tracebacks of exceptions, and parts of URLs do what they do in CPython."""

from pathlib import Path

import pytest

from against_cpython import agrees_everywhere, functions, write

SOURCE = """
import contextvars, operator, warnings
from typing import NamedTuple, Optional
from urllib.parse import quote

LEVEL: contextvars.ContextVar[int] = contextvars.ContextVar("LEVEL", default=3)
USER: contextvars.ContextVar[int] = contextvars.ContextVar("USER")

class Url(NamedTuple("Url", [("scheme", Optional[str]), ("port", int)])):
    __slots__ = ()

    def __new__(cls, scheme: Optional[str] = None, port: int = 0):
        return super().__new__(cls, None if scheme is None else scheme.lower(), port)

    @property
    def netloc(self) -> str:
        return f"{self.scheme}:{self.port}"

class Failed(Exception):
    def __init__(self, text: str, cause=None):
        super().__init__(text)
        self.__cause__ = cause

def case_variables(x: int) -> object:
    before = LEVEL.get()
    token = LEVEL.set(x)
    inside = LEVEL.get()
    LEVEL.reset(token)
    return before, inside, LEVEL.get(), LEVEL.get(9), USER.get(7)

def case_without_a_value(x: bool) -> object:
    if x:
        token = USER.set(1)
        USER.reset(token)
    else:
        USER.set(2)
    return USER.get()

def case_index(x: int, y: bool) -> object:
    return operator.index(x), operator.index(y)

def case_no_index(x: bool) -> object:
    return operator.index(1.5 if x else "a")

def case_warnings(x: int) -> object:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        if x == 2:
            raise ValueError("x")
    return x

def case_named(x: bool) -> object:
    u = Url("HTTP" if x else None, 80)
    return u, u.netloc, u[0], u == ("http", 80), Url(port=3), len(u), u._replace(scheme="AB")

def case_named_wrongly(x: bool) -> object:
    return Url(1, 2, 3) if x else Url(1)

def case_cause(x: bool) -> object:
    try:
        try:
            [][0]
        except IndexError as error:
            raise Failed("a", error if x else None)
    except Failed as failed:
        return type(failed.__cause__).__name__, str(failed)

def case_no_cause(x: int) -> object:
    return Failed("a", x)

def case_traceback(x: bool) -> object:
    error = ValueError("v")
    if not x:
        return error.__traceback__ is None, error.with_traceback(None) is error
    try:
        raise error
    except ValueError as again:
        return again.__traceback__ is None, again.with_traceback(again.__traceback__).args

def case_quoted(x: bool) -> object:
    return quote("a b/%é~" if x else "a"), quote("a/b", safe="")
"""


@pytest.mark.parametrize("function", functions(SOURCE))
def test_it_does_what_cpython_does(tmp_path: Path, function: str) -> None:
    agrees_everywhere(write(tmp_path, SOURCE), function, inputs=8)
