"""Is there an exception of this name? A mistyped `--allow` would silence nothing, and nobody knew.

Names with a module or package are taken as they are. Of the others, those are known that everybody
knows, and those that a file of the targets spells.
"""

from __future__ import annotations

import builtins
import re
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from pathlib import Path

from heapwise.frontends.registry import is_text
from heapwise.program.source import InputError

_OF_JAVA = [
    "ArithmeticException",
    "ArrayIndexOutOfBoundsException",
    "ArrayStoreException",
    "AssertionError",
    "ClassCastException",
    "ClassNotFoundException",
    "CloneNotSupportedException",
    "ConcurrentModificationException",
    "EmptyStackException",
    "Error",
    "Exception",
    "FileNotFoundException",
    "IOException",
    "IllegalArgumentException",
    "IllegalMonitorStateException",
    "IllegalStateException",
    "IndexOutOfBoundsException",
    "InputMismatchException",
    "InterruptedException",
    "NegativeArraySizeException",
    "NoSuchElementException",
    "NoSuchFieldException",
    "NoSuchMethodException",
    "NullPointerException",
    "NumberFormatException",
    "OutOfMemoryError",
    "RuntimeException",
    "SecurityException",
    "StackOverflowError",
    "StringIndexOutOfBoundsException",
    "Throwable",
    "TimeoutException",
    "UncheckedIOException",
    "UnsupportedOperationException",
]
_OF_PYTHON = [
    name
    for name, each in vars(builtins).items()
    if isinstance(each, type) and issubclass(each, BaseException)
]
_OF_SMALL_LANGUAGES = ["NullDereference"]
_KNOWN = frozenset((*_OF_JAVA, *_OF_PYTHON, *_OF_SMALL_LANGUAGES))
_WORD = re.compile(r"\b[^\W\d]\w*")
_IS_CLOSE = 0.85
"""Classes of the user have names of their own, and not all of them are in what is checked now."""


def need_exceptions(names: Iterable[str], targets: Sequence[str], is_for_all: bool) -> None:
    """Raises `InputError` for a name that nobody has. If it `is_for_all` of a project, it may be a
    name in what is not checked now, unless it is nearly one that is known."""
    unknown = [name for name in names if "." not in name and name not in _KNOWN]
    if not unknown:
        return
    texts = [_text_of(target) for target in targets]
    spelled = {word for text in texts for word in _WORD.findall(text or "")}
    for name in unknown:
        if name in spelled:
            continue
        classes = {word for word in spelled if word[0].isupper()}
        close = get_close_matches(name, sorted(_KNOWN | classes), 1, _IS_CLOSE)
        if close:
            raise InputError(f"there is no exception `{name}`; did you mean `{close[0]}`?")
        if not is_for_all and None not in texts:
            raise InputError(
                f"nothing that is checked knows an exception `{name}`; one that a library raises"
                f" is allowed with its module (some_library.{name})"
            )


def _text_of(target: str) -> str | None:
    """None if it is no text, or is found by its name only."""
    for location in (target, target.rpartition(":")[0]):
        path = Path(location)
        if location and path.is_dir():
            path /= "__init__.py"
        if is_text(path) and path.is_file():
            return path.read_text(encoding="utf-8", errors="replace")
    return None
