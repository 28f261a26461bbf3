"""The exceptions that a docstring declares, in any of the usual styles.

Sphinx (`:raises ValueError: …`), Epydoc (`@raise …`), Google (`Raises:` and an indented block),
NumPy (`Raises` underlined), PEP 316 (`raises: ValueError, KeyError`), and a plain sentence ("Raises
ValueError if …"). Docstrings are prose: a name that is no exception class is passed over, except in
a PEP 316 list, which is meant for tools.
"""

import builtins
import re
from collections.abc import Iterator, Mapping, Sequence

from heapwise.contracts.free_names import look_up
from heapwise.contracts.function_source import DocLine
from heapwise.program import InputError, Position

_NAME = r"[A-Za-z_][\w.]*"
_NAMES = rf"{_NAME}(?:\s*,\s*{_NAME})*"
_FIELD = re.compile(r"^\s*[:@](?:raises?|except|exception)\s+([^:]+):")
_LIST = re.compile(rf"^\s*:?raises\s*::?\s*({_NAMES})\s*(?:#.*)?$")
_SECTION = re.compile(r"^\s*(?:Raises|raises|Exceptions|Throws)\s*:\s*(.*)$")
_ENTRY = re.compile(rf"^\W*({_NAMES})\W*(?::|-|$|\()")
_NUMPY = re.compile(r"^\s*(?:Raises|Exceptions)\s*$")
_UNDERLINE = re.compile(r"^\s*-{3,}\s*$")
_SENTENCE = re.compile(
    rf"(?<!not )(?<!never )(?<!n't )(?<!without )\b[Rr]ais(?:es?|ing)\s+(?:an?\s+)?"
    rf"({_NAME}(?:(?:\s*,\s*|\s*,?\s+or\s+|\s*,?\s+and\s+)(?:an?\s+)?{_NAME})*)"
)
_WORD = re.compile(_NAME)
_MARKUP = re.compile(r":\w+(?::\w+)*:(?=`)|[`~]")


def declared_exceptions(
    lines: Sequence[DocLine], scope: Mapping[str, object], file: str
) -> tuple[type[BaseException], ...]:
    """The exception classes that a docstring says the function may raise, each once."""
    found: dict[type[BaseException], None] = {}
    for line in lines:
        if listed := _LIST.match(line.text):
            for name in _WORD.findall(listed[1]):
                cls = exception_named(name, scope)
                if cls is None:
                    at = Position(file, line.line, line.column + line.text.index(name) + 1)
                    raise InputError(f"`{name}` is no exception class that the module knows", at)
                found[cls] = None
    for text in _mentions(lines):
        for name in _WORD.findall(text):
            cls = exception_named(name.strip("."), scope)
            if cls is not None:
                found[cls] = None
    return tuple(found)


def exception_named(name: str, scope: Mapping[str, object]) -> type[BaseException] | None:
    names = tuple(name.split("."))
    found = look_up(names, scope) or look_up(names, vars(builtins))
    return found if isinstance(found, type) and issubclass(found, BaseException) else None


def _mentions(lines: Sequence[DocLine]) -> Iterator[str]:
    """The stretches of text that name exceptions."""
    lines = [line._replace(text=_MARKUP.sub("", line.text)) for line in lines]
    for number, line in enumerate(lines):
        following = lines[number + 1 :]
        if field := _FIELD.match(line.text):
            yield field[1]
        elif section := _SECTION.match(line.text):
            if entry := _ENTRY.match(section[1]):
                yield entry[1]
            yield from _entries(_indented(following, line.indent))
        elif _NUMPY.match(line.text) and following and _UNDERLINE.match(following[0].text):
            yield from _entries(_numpy_section(following[1:], line.indent))
    # Sentences run over line ends.
    for sentence in _SENTENCE.finditer(" ".join(line.text.strip() for line in lines)):
        yield sentence[1]


def _indented(lines: Sequence[DocLine], indent: int) -> Iterator[DocLine]:
    for line in lines:
        if line.text.strip():
            if line.indent <= indent:
                return
            yield line


def _numpy_section(lines: Sequence[DocLine], indent: int) -> Iterator[DocLine]:
    """Up to the next heading, which is a line with an underline."""
    for number, line in enumerate(lines):
        underlined = number + 1 < len(lines) and _UNDERLINE.match(lines[number + 1].text)
        if line.text.strip():
            if underlined or line.indent < indent:
                return
            yield line


def _entries(lines: Iterator[DocLine]) -> Iterator[str]:
    """Exceptions stand at the indentation of the first entry; their explanations stand deeper."""
    indent: int | None = None
    for line in lines:
        indent = line.indent if indent is None else indent
        if line.indent == indent and (entry := _ENTRY.match(line.text)):
            yield entry[1]
