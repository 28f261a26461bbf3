"""The languages, and which of them a target is written in.

An entry is light: it can tell whether a target is its own without importing the front end, which
happens when it is claimed. Another package adds its own through the entry-point group
`heapwise.front_ends`, whose objects are `Entry`s.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from heapwise.frontends.files import instead_of_file
from heapwise.frontends.input_options import SMALL_OPTIONS
from heapwise.frontends.java.claims import SUFFIXES as JAVA_SUFFIXES
from heapwise.frontends.java.claims import instead_of_source, names_java
from heapwise.frontends.java.options import OPTIONS as JAVA_OPTIONS
from heapwise.frontends.language_options import LanguageOptions
from heapwise.frontends.python.claims import names_python
from heapwise.frontends.python.options import OPTIONS as PYTHON_OPTIONS
from heapwise.installed import installed
from heapwise.program.source import InputError

if TYPE_CHECKING:
    from heapwise.frontends.protocol import FrontEnd
    from heapwise.frontends.versions import Product
    from heapwise.program import Program

GROUP = "heapwise.front_ends"


@dataclass(frozen=True, slots=True)
class Selfcheck:
    """How `heapwise selfcheck` tests a language: `check_program` of a module makes and checks one
    program (`selfcheck.runner`). With `strategies`, it does so under several of them."""

    module: str
    strategies: bool = False


@dataclass(frozen=True, slots=True)
class Entry:
    """`claims` says whether a target is of this language; `module` has the front end, as
    `FRONT_END`. `suffixes` are those of its files, `options` what commands let the user say to it
    alone. `needs` is a module whose `needs` tells what the language wants of the machine
    (`frontends.needs`), besides what Heapwise itself does. `names` is a light module whose
    `need_name` raises `InputError` for a target that certainly names nothing. `refuses` says what
    to do with a file instead if the language knows it, but cannot load it: its source, perhaps.
    `walked` are suffixes of files that are targets if they lie in a folder that is checked; a
    module `home` says with `home_of` which target such a file belongs to, if not to itself. A
    module `versions` makes one program of two with `product_of` (`frontends.versions`): the one
    that is named here does so for languages whose programs are all in the IR. A
    module `library` tells with `library_table` what becomes of calls of the language's own library.
    `texts`: what it loads are texts that people write.
    """

    name: str
    claims: Callable[[str], bool]
    module: str
    suffixes: tuple[str, ...] = ()
    options: LanguageOptions | None = None
    selfcheck: Selfcheck | None = None
    needs: str = ""
    names: str = ""
    refuses: Callable[[Path], str | None] | None = None
    walked: tuple[str, ...] = ()
    home: str = ""
    versions: str = "heapwise.frontends.small_versions"
    library: str = ""
    texts: bool = True


def by_suffix(*suffixes: str) -> Callable[[str], bool]:
    """Claims files with these suffixes, and what is named in one of them (`file.tiny:Class`)."""

    def claims(target: str) -> bool:
        file, _, _ = target.partition(":")
        return Path(target).suffix in suffixes or Path(file).suffix in suffixes

    return claims


_TINY = (".tiny", ".txt")
_JAVALITE = (".javalite",)
_SMALL_NAMES = "heapwise.frontends.small_names"
_PYTHON = "heapwise.frontends.python.front_end"
_PYTHON_NAMES = "heapwise.frontends.python.source.outline"
_PYTHON_VERSIONS = "heapwise.frontends.python.product.two_versions"
_BUILT_IN = (
    Entry(
        "java",
        names_java,
        "heapwise.frontends.java.front_end",
        JAVA_SUFFIXES,
        JAVA_OPTIONS,
        Selfcheck("heapwise.selfcheck.java.runner"),
        "heapwise.frontends.java.needs",
        "heapwise.frontends.java.names",
        instead_of_source,
        walked=(".class",),
        home="heapwise.frontends.java.classpath.class_homes",
        versions="heapwise.frontends.java.product.two_versions",
        texts=False,
    ),
    Entry(
        "tiny",
        by_suffix(*_TINY),
        "heapwise.frontends.tiny.front_end",
        _TINY,
        SMALL_OPTIONS,
        Selfcheck("heapwise.selfcheck.small_programs", strategies=True),
        names=_SMALL_NAMES,
        walked=_TINY[:1],
    ),
    Entry(
        "javalite",
        by_suffix(*_JAVALITE),
        "heapwise.frontends.javalite.front_end",
        _JAVALITE,
        SMALL_OPTIONS,
        names=_SMALL_NAMES,
        walked=_JAVALITE,
    ),
    Entry(
        "python",
        by_suffix(".py"),
        _PYTHON,
        (".py",),
        PYTHON_OPTIONS,
        Selfcheck("heapwise.selfcheck.python.runner"),
        names=_PYTHON_NAMES,
        walked=(".py",),
        versions=_PYTHON_VERSIONS,
        library="heapwise.frontends.python.library_table",
    ),
)
_LAST = (
    Entry("ir", by_suffix(), "heapwise.frontends.small"),
    Entry(
        "python",
        names_python,
        _PYTHON,
        (),
        PYTHON_OPTIONS,
        names=_PYTHON_NAMES,
        versions=_PYTHON_VERSIONS,
    ),
)
"""Any `name:name` may be a module of Python: the others are asked first."""


def library_modules() -> list[str]:
    """Those of the languages that can tell what becomes of their library."""
    return [entry.library for entry in _BUILT_IN if entry.library]


def entries() -> Iterator[Entry]:
    """All languages, in the order in which they are asked. Those of other packages are looked up
    when nobody before them claims a target: that reads many files."""
    yield from _BUILT_IN
    yield from _installed()
    yield from _LAST


@cache
def suffixes() -> frozenset[str]:
    """Of the files of all languages."""
    return frozenset(suffix for entry in entries() for suffix in entry.suffixes)


def is_text(file: str | Path) -> bool:
    """Is it a program as somebody has written it?"""
    suffix = Path(file).suffix
    return any(entry.texts and suffix in entry.suffixes for entry in entries())


@cache
def _installed() -> tuple[Entry, ...]:
    return tuple(entry.load() for entry in installed(GROUP))


def claiming(target: str | Path) -> FrontEnd:
    """The front end of the language of a target; raises `InputError` if nobody claims it."""
    return front_end(_claiming(str(target)).name)


def need_target(target: str) -> None:
    """Raises `InputError` if nobody claims the target, or if it is in a file that does not exist;
    nothing is imported for that."""
    entry = _claiming(target)
    file = Path(target.partition(":")[0])
    if file.suffix in entry.suffixes and not file.exists():
        raise InputError(f"there is no file {file}{instead_of_file(file)}")


def need_name(target: str, arguments: Sequence[str] = ()) -> None:
    """Raises `InputError` if it can be told without the front end that the target names nothing:
    not if there is an option of its language among the arguments, which may say where to look."""
    entry = _claiming(target)
    options = () if entry.options is None else entry.options.options
    flags = tuple(each.flag for each in options)
    if entry.names and not any(each.startswith(flags) for each in arguments if flags):
        importlib.import_module(entry.names).need_name(target)


def all_options() -> Iterator[LanguageOptions]:
    """What all languages let the user say to them alone."""
    for entry in entries():
        if entry.options is not None:
            yield entry.options


def options_of(target: str) -> LanguageOptions | None:
    """Those of the language of a target; raises `InputError` if nobody claims it."""
    return _claiming(target).options


def made_options(target: str, **given: str | list[str] | None) -> object | None:
    """What a plan has as its `language_options` if the user says this to the language of a
    target, by the names of options; None if that has none."""
    declared = options_of(target)
    return None if declared is None else declared.made(given)


def product_of(before: str, now: str, folder: Path) -> Product:
    """One program of two targets, with files in the folder. Raises `InputError` if they are not of
    one language, or if there is nothing to compare."""
    entry, other = _claiming(before), _claiming(now)
    if entry.name != other.name:
        raise InputError(f"{before} is {entry.name}, {now} is {other.name}")
    found: Product = importlib.import_module(entry.versions).product_of(before, now, folder)
    return found


def choices_of(name: str) -> tuple[str, ...]:
    """What may be said for an option of some language."""
    found = (each for declared in all_options() for each in declared.options if each.name == name)
    return next(found).choices


def selfchecks() -> dict[str, Selfcheck]:
    """The languages that can be tested; those that are tested under several strategies first."""
    found = {each.name: each.selfcheck for each in entries() if each.selfcheck is not None}
    return dict(sorted(found.items(), key=lambda item: not item[1].strategies))


def default_selfcheck() -> str:
    """The language that is tested unless another one is named."""
    return next(iter(selfchecks()))


def _claiming(target: str) -> Entry:
    file = Path(target.partition(":")[0])
    for entry in entries():
        refused = None if entry.refuses is None else entry.refuses(file)
        if refused is not None:
            raise InputError(refused)
        if entry.claims(target):
            return entry
    raise InputError(_unclaimed(Path(target)))


def _unclaimed(path: Path) -> str:
    if not path.exists():
        return f"{path}: no such file"
    if path.is_dir():
        return f"{path} is a folder without classes or Python files: name a file"
    known = " ".join(sorted(suffixes()))
    return f"{path}: cannot tell the language; known file types are {known}"


@cache
def front_end(name: str) -> FrontEnd:
    """The front end of a language; raises `InputError` if there is none of that name."""
    for entry in entries():
        if entry.name == name:
            found: FrontEnd = importlib.import_module(entry.module).FRONT_END
            return found
    known = ", ".join(dict.fromkeys(entry.name for entry in entries()))
    raise InputError(f"unknown language `{name}` (known: {known})")


def front_end_of(program: Program) -> FrontEnd:
    return front_end(program.language)
