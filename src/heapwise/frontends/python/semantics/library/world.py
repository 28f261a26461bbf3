"""The world around a program: its environment, arguments, what is typed, what is secret.

What it answers is an input. A path remembers it by what was asked (`FACTS`), and a replay runs in a
world where that is so (`testgen/prepared_world.py`).
"""

from __future__ import annotations

import logging
import os
import re
import sys

from heapwise.engine.machine import CutError, Enter, ThrownError
from heapwise.engine.state import StoreKey
from heapwise.frontends.python.model.values import (
    NONE,
    Builtin,
    ExceptionValue,
    Host,
    Modelled,
    UnknownText,
    Value,
)
from heapwise.frontends.python.semantics.core import calls, modelled_objects, sequences
from heapwise.frontends.python.semantics.core.arguments import Model, take
from heapwise.frontends.python.semantics.core.environment import Keywords, Positional
from heapwise.frontends.python.semantics.core.kinds import (
    Mac,
    is_str,
    runtime,
    settle,
    unsupported,
)
from heapwise.frontends.python.semantics.core.lengths import (
    known_length,
    most_characters,
    most_items,
)
from heapwise.frontends.python.semantics.library import random_and_clocks
from heapwise.program.types import BOOL, INT, STR
from heapwise.terms import Scalar, Term, and_, eq, le, lt, not_, or_, str_contains, str_length

FACTS: StoreKey[tuple[tuple[str, Value, Value], ...]] = StoreKey("the world")
"""What was asked, and of what; the answer, None if there is nothing of that name."""
_ANSWERS: StoreKey[int] = StoreKey("answers of the world")
VARIABLES = "environment variables with plain names"
_PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_.]*", re.ASCII)
LOGGERS = "loggers with the levels that importing the module gives them"


def _answer(m: Mac, type_: object) -> Scalar:
    number = m.load(_ANSWERS) or 0
    m.put(_ANSWERS, number + 1)
    return m.input_value(f"world:{number}", type_, True)  # type: ignore[arg-type]


def flag(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    return _answer(m, BOOL)


def number_below(m: Mac, count: int) -> Scalar:
    """One of so many numbers."""
    value = _answer(m, INT)
    m.assume(and_(le(0, value), lt(value, count)))
    return value


def below(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    return number_below(m, int(str(positional[0])))


def only_in_directory(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    """What is in something that is no directory is not there."""
    kind, above = positional
    m.assume(or_(eq(kind, 1), eq(above, 2)))  # type: ignore[arg-type]
    return NONE


def place(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    """A position in a text, which is chosen."""
    (at,) = positional
    return known_length(m, at, most_characters(m))  # type: ignore[arg-type]


def text(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    return _answer(m, STR)


def without(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    """That this answer does not contain that text."""
    answer, part = positional
    if isinstance(answer, Term):
        assert isinstance(part, str)
        m.assume(not_(str_contains(answer, part)))
    return NONE


def fact(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    kind, key, value = positional
    m.put(FACTS, (*(m.load(FACTS) or ()), (str(kind), key, value)))
    return NONE


def own_dict(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    key: StoreKey[Term] = StoreKey("world", str(positional[0]))
    known = m.load(key)
    if known is None:
        known = sequences.new_dict(m, ())
        m.put(key, known)
    return known


def refuse(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    """An exception that whoever asks the world has to expect: no fault of the program."""
    error = settle(m, positional[0])
    assert isinstance(error, ExceptionValue)
    attributes = error.attributes
    if len(positional) > 1:
        number, problem = error.args
        attributes = (("errno", number), ("strerror", problem), ("filename", positional[1]))
    raise ThrownError(ExceptionValue(error.cls, error.args, attributes, deliberate=True))


def variable_name(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    """Others cannot be set, or not in a way that all systems agree on."""
    name = settle(m, positional[0])
    if isinstance(name, str):
        if not _PLAIN.fullmatch(name):
            raise CutError(VARIABLES)
        return NONE
    assert is_str(name)
    plain = and_(
        le(1, str_length(name)), not_(str_contains(name, "=")), not_(str_contains(name, "\0"))
    )
    m.within(plain, VARIABLES)
    return NONE


def environ(m: Mac) -> Modelled:
    key: StoreKey[Modelled] = StoreKey("world", "os.environ")
    known = m.load(key)
    if known is None:
        known = modelled_objects.made(m, "_Environ", "environ")
        m.put(key, known)
    return known


def arguments(m: Mac) -> Value:
    """`sys.argv`: a name, and as many arguments as containers have items."""
    key: StoreKey[Term] = StoreKey("world", "sys.argv")
    known = m.load(key)
    if known is not None:
        return known
    count = _answer(m, INT)
    m.assume(le(0, count))
    number = known_length(m, count, most_items(m))
    texts = tuple(_answer(m, STR) for _ in range(number + 1))
    for each in texts:
        m.assume(not_(str_contains(each, "\0")))
    for each in texts:
        fact(m, ("argv", 0, each), {})
    known = sequences.new_list(m, texts)
    m.put(key, known)
    return known


def found(m: Mac, value: object) -> Value | None:
    """What stands for an object of the interpreter that is a part of the world."""
    if value is os.environ:
        return environ(m)
    if value is sys.argv:
        return arguments(m)
    owner = getattr(value, "__self__", None) if callable(value) else None
    if owner is sys.stdin or owner is sys.stdout or owner is sys.stderr:
        name = _OF_STREAMS.get(getattr(value, "__name__", ""))
        is_read = owner is sys.stdin and name != "__no_terminal__"
        return None if owner is None or name is None or is_read else Builtin(name)
    return None


_OF_STREAMS = {"write": "__write_text__", "flush": "__nothing__", "isatty": "__no_terminal__"}


def no_terminal(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    """`isatty` of a standard stream."""
    m.approximate("standard streams that are no terminal")
    return False


def _prelude(name: str) -> Model:
    def model(m: Mac, positional: Positional, keywords: Keywords) -> Value | Enter:
        return calls.enter(m, runtime(m).prelude(m, name), positional, None, keywords)

    return model


def make_generator(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    """`random.Random`: what one with a known seed gives is known, but not to us."""
    (seed,) = take("Random", positional, keywords, ("x",), 0, x=NONE)
    seed = settle(m, seed)
    random_and_clocks.check_seed(m, (seed,), {})
    if seed is not NONE and not isinstance(seed, Term):
        unsupported("random.Random() with a known seed")
    return modelled_objects.made(m, "Random", "generator")


def token(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    return UnknownText("a token of secrets")


# -- logging


def _nothing(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    return NONE


_CHANGED: StoreKey[bool] = StoreKey("levels of loggers")


def set_level(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    m.put(_CHANGED, True)
    return NONE


def _of_logger(name: str) -> Model:
    def model(m: Mac, positional: Positional, keywords: Keywords) -> Value:
        if m.load(_CHANGED):
            unsupported(f"logging.Logger.{name}() after a level was set")
        owner, *rest = (settle(m, value) for value in positional)
        if not isinstance(owner, Host) or not isinstance(owner.value, logging.Logger):
            unsupported(f"logging.Logger.{name}()")
        if keywords or not all(isinstance(each, int | str) for each in rest):
            unsupported(f"logging.Logger.{name}() with arguments that are not known")
        m.approximate(LOGGERS)
        return runtime(m).wrap(m, getattr(owner.value, name)(*rest))

    return model


_SILENT = (
    *("addHandler", "removeHandler", "addFilter", "removeFilter", "handle", "callHandlers"),
    *("fatal",),
)

MODELS: dict[str, Model] = {
    "__flag__": flag,
    "__below__": below,
    "__only_in_directory__": only_in_directory,
    "__place__": place,
    "__text__": text,
    "__without__": without,
    "__fact__": fact,
    "__no_terminal__": no_terminal,
    "__world__": own_dict,
    "__refuse__": refuse,
    "__variable_name__": variable_name,
    "os.getenv": _prelude("environment_variable"),
    "os.putenv": _prelude("set_environment_variable"),
    "input": _prelude("read_line"),
    "open": _prelude("open_file"),
    "io.open": _prelude("open_file"),
    "io.StringIO": _prelude("text_in_memory"),
    "io.BytesIO": _prelude("bytes_in_memory"),
    "genericpath.exists": _prelude("file_exists"),
    "genericpath.isfile": _prelude("file_is_file"),
    "genericpath.isdir": _prelude("file_is_directory"),
    "posix.remove": _prelude("remove_file"),
    "posix.unlink": _prelude("remove_file"),
    "posix.mkdir": _prelude("make_directory"),
    "os.makedirs": _prelude("make_directories"),
    "posix.rename": _prelude("rename_file"),
    "posix.replace": _prelude("rename_file"),
    "posix.chmod": _prelude("change_mode"),
    "genericpath.getsize": _prelude("file_size"),
    "shutil.copyfile": _prelude("copy_contents"),
    "shutil.copy": _prelude("copy_file"),
    "shutil.copy2": _prelude("copy_file"),
    "gettext.gettext": _prelude("untranslated"),
    "gettext.ngettext": _prelude("untranslated_number"),
    "random.Random": make_generator,
    "secrets.randbelow": _prelude("secret_below"),
    "secrets.choice": _prelude("random_choice"),
    "secrets.randbits": _prelude("random_getrandbits"),
    "secrets.token_hex": token,
    "secrets.token_urlsafe": token,
    **{f"logging.Logger.{name}": _nothing for name in _SILENT},
    **{
        f"logging.{name}": _nothing
        for name in ("basicConfig", "disable", "captureWarnings", "shutdown", "fatal")
    },
    "logging.Logger.setLevel": set_level,
    **{
        f"logging.Logger.{name}": _of_logger(name)
        for name in ("isEnabledFor", "getEffectiveLevel", "hasHandlers", "getChild")
    },
    **modelled_objects.MODELS,
}
