"""A JDK small enough to build in a test: a few classes of java.base in a run-time image."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from heapwise.frontends.java.classpath.class_path import ClassPath
from heapwise.frontends.java.classpath.sources import ClassBytes, Directory
from tests.unit.frontends.java.samples import (
    CLASSES,
    PoolBuilder,
    class_bytes,
    image_bytes,
    u2,
)

PUBLIC, NATIVE, INTERFACE, VARARGS = 0x1, 0x100, 0x600, 0x80


def declared(
    name: str,
    methods: tuple[tuple[str, str], ...] = (),
    access: int = PUBLIC,
    superclass: str | None = "java/lang/Object",
    method_access: int = PUBLIC | NATIVE,
    interfaces: tuple[str, ...] = (),
) -> bytes:
    """A class whose methods have no code."""
    pool = PoolBuilder()
    built = tuple(u2(method_access, pool.utf8(n), pool.utf8(d), 0) for n, d in methods)
    return class_bytes(
        pool,
        name=name,
        superclass=superclass,
        interfaces=interfaces,
        access=access,
        methods=built,
    )


JAVA_BASE: Mapping[str, bytes] = {
    "java/lang/Object": declared(
        "java/lang/Object",
        (("toString", "()Ljava/lang/String;"), ("hashCode", "()I"), ("clone", "()V")),
        superclass=None,
    ),
    "java/lang/Enum": declared("java/lang/Enum"),
    "java/lang/Record": declared("java/lang/Record"),
    "java/lang/Cloneable": declared("java/lang/Cloneable", access=PUBLIC | INTERFACE),
    "java/io/Serializable": declared("java/io/Serializable", access=PUBLIC | INTERFACE),
    "java/lang/Throwable": declared("java/lang/Throwable"),
    "java/lang/Error": declared("java/lang/Error", superclass="java/lang/Throwable"),
    "java/lang/invoke/MethodHandle": declared(
        "java/lang/invoke/MethodHandle",
        (("invokeExact", "([Ljava/lang/Object;)Ljava/lang/Object;"),),
        method_access=PUBLIC | NATIVE | VARARGS,
    ),
}


class Memory:
    """Classes that stand in no file."""

    label = "memory"

    def __init__(self, classes: Mapping[str, bytes]) -> None:
        self.classes = classes

    def read(self, name: str) -> ClassBytes | None:
        data = self.classes.get(name)
        return ClassBytes(data, f"memory!{name}") if data is not None else None

    def names(self) -> Iterator[str]:
        yield from self.classes


def samples_class_path() -> ClassPath:
    return ClassPath([Directory(CLASSES)], [Memory(JAVA_BASE)])


def build_jdk(
    home: Path, release: int = 25, order: str = "<", compressor: str | None = None
) -> Path:
    """A folder that JAVA_HOME could name."""
    resources = {f"/java.base/{name}.class": data for name, data in JAVA_BASE.items()}
    packages = {name.rpartition("/")[0].replace("/", "."): "java.base" for name in JAVA_BASE}
    (home / "lib").mkdir(parents=True)
    (home / "lib" / "modules").write_bytes(image_bytes(resources, packages, order, compressor))
    (home / "release").write_text(f'JAVA_VERSION="{release}.0.1"\n')
    return home
