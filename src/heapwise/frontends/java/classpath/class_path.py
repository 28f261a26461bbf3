"""The class path: an ordered list of sources, and the classes that were asked for, parsed once.

Classes of the JDK come first, as a JVM's parent loader sees to it. Invariant: a class is parsed at
most once and only if somebody asks for it; the class that is found bears the name asked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from pathlib import Path

from heapwise.frontends.java.claims import JDK
from heapwise.frontends.java.classfile.byte_reader import printable
from heapwise.frontends.java.classfile.class_file import ClassFile, parse_class
from heapwise.frontends.java.classpath.archives import Archive
from heapwise.frontends.java.classpath.declaring_classes import (
    DeclaringClasses,
    declaring_classes,
)
from heapwise.frontends.java.classpath.jdk import HOW_TO_GET_ONE, NEWEST_RELEASE, Jdk, find_jdk
from heapwise.frontends.java.classpath.jmod import open_jmod
from heapwise.frontends.java.classpath.sources import (
    ClassSource,
    Directory,
    Image,
    SingleFile,
    listed,
)
from heapwise.program import InputError


class MissingClassError(InputError):
    """No source has a class; `name` is its internal name."""

    def __init__(self, name: str, message: str) -> None:
        super().__init__(message)
        self.name = name


class ClassPath:
    """`platform` holds the sources of `jdk`, `sources` the user's."""

    def __init__(
        self,
        sources: Sequence[ClassSource],
        platform: Sequence[ClassSource] = (),
        jdk: Jdk | None = None,
    ) -> None:
        self.sources = tuple(sources)
        self.platform = tuple(platform)
        self.jdk = jdk
        self._classes: dict[str, ClassFile | None] = {}
        self._listed: dict[tuple[ClassSource, ...], list[str]] = {}
        self._declaring: Sequence[DeclaringClasses] | None = None

    def find(self, name: str) -> ClassFile | None:
        """The class of an internal name, or None; raises `ClassFormatError` if it is malformed."""
        if name not in self._classes:
            self._classes[name] = self._parse(name)
        return self._classes[name]

    def load(self, name: str) -> ClassFile:
        """As `find`, but a missing class is an error that says where it was looked for."""
        found = self.find(name)
        if found is None:
            raise self._missing(name)
        return found

    def bytes_of(self, name: str) -> bytes | None:
        """The class file, as it is now."""
        for source in (*self.platform, *self.sources):
            found = source.read(name)
            if found is not None:
                return found.data
        return None

    def parsed(self) -> tuple[str, ...]:
        """The names of the classes that were found so far."""
        return tuple(name for name, cls in self._classes.items() if cls is not None)

    def user_classes(self) -> Iterator[str]:
        """The internal names of all classes outside the JDK."""
        for source in self.sources:
            yield from source.names()

    def declaring(self, method: str, descriptor: str) -> Sequence[str]:
        """The classes outside the JDK whose files declare such a method. They need not be parsed
        for that, and may turn out to be malformed, or classes of the JDK by name."""
        if self._declaring is None:
            self._declaring = [declaring_classes(source) for source in self.sources]
        key = (method, descriptor)
        return [name for each in self._declaring for name in each.get(key, ())]

    def similar(self, name: str) -> str | None:
        """A class that `name`, internal or dotted, may have been meant for; dotted."""
        wanted = name.replace("/", ".").replace("$", ".")
        simple = wanted.rpartition(".")[2].lower()
        for sources in (self.sources, self.platform):
            names = self._names_in(sources)
            same = [n for n in names if _simple(n) == simple]
            best = get_close_matches(wanted, same, 1, 0.0) or get_close_matches(
                wanted, [n for n in names if abs(len(n) - len(wanted)) <= 3], 1, 0.8
            )
            if best:
                return best[0]
        return None

    def _names_in(self, sources: tuple[ClassSource, ...]) -> list[str]:
        """Listed once for all that is missing: a JDK has thirty thousand."""
        if sources not in self._listed:
            self._listed[sources] = [
                name.replace("/", ".") for source in sources for name in listed(source)
            ]
        return self._listed[sources]

    def _parse(self, name: str) -> ClassFile | None:
        for source in (*self.platform, *self.sources):
            found = source.read(name)
            if found is not None:
                cls = parse_class(found.data, found.where)
                if cls.name != name:
                    raise InputError(
                        f"{found.where}: holds the class `{printable(cls.java_name)}`, not "
                        f"`{printable(name.replace('/', '.'))}`: is the folder of its package "
                        "part of the class path?"
                    )
                return cls
        return None

    def _missing(self, name: str) -> MissingClassError:
        shown = printable(name.replace("/", "."))
        where = ", ".join(source.label for source in (*self.platform, *self.sources))
        message = f"class `{shown}` not found in {where or 'an empty class path'}"
        if not self.platform and name.startswith(("java/", "javax/", "jdk/")):
            return MissingClassError(name, f"{message}; there is no JDK: {HOW_TO_GET_ONE}")
        similar = self.similar(name)
        hint = f"; did you mean `{printable(similar)}`?" if similar else ""
        how = "; --class-path names the jar or folder that has it" if self.sources else ""
        return MissingClassError(name, message + hint + how)


def open_class_path(
    locations: Sequence[str],
    jdk: str | None = None,
    release: int | None = None,
    needed: int = 0,
) -> ClassPath:
    """The classes in folders, jars, jmods, run-time images and class files, and the JDK's. `jdk`
    names a JDK other than the one that `find_jdk` finds, which runs classes of the Java release
    `needed` if there is such a one; `release` chooses among the versions in multi-release jars, by
    default that of the JDK."""
    found = find_jdk(jdk, release=needed)
    if found is None and JDK in locations:
        raise InputError(f"no JDK found: {HOW_TO_GET_ONE}")
    chosen = release or (found.release if found else NEWEST_RELEASE)
    sources = [open_source(Path(at), chosen) for at in locations if at != JDK]
    return ClassPath(sources, found.open() if found else (), found)


def open_source(path: Path, release: int) -> ClassSource:
    """What stands at a path, told by its kind and suffix."""
    if path.is_dir():
        return Directory(path)
    if not path.exists():
        raise InputError(f"{path}: no such file or folder")
    if path.suffix == ".class":
        return SingleFile(path)
    if path.suffix == ".jmod":
        return open_jmod(path, release)
    if path.suffix in (".jar", ".zip", ".war"):
        return Archive(path, release)
    if path.name == "modules":
        return Image(path)
    raise InputError(
        f"{path}: cannot tell what this is; classes are read from folders, .class, .jar, .jmod and "
        "a JDK's lib/modules"
    )


def _simple(name: str) -> str:
    return name.replace("$", ".").rpartition(".")[2].lower()
