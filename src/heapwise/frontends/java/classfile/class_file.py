"""Class files (JVMS 4), versions 45 to 69: from bytes to frozen data, without a JVM.

The layout of a file is read first and its meaning second, because methods refer to bootstrap
methods that stand behind them. Malformed input of any kind gives `ClassFormatError`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache

from heapwise.frontends.java.classfile.annotations import Annotation
from heapwise.frontends.java.classfile.attributes import (
    Attribute,
    BootstrapMethod,
    BootstrapMethods,
    ConstantValue,
    EnclosingMethod,
    Exceptions,
    InnerClass,
    InnerClasses,
    NestHost,
    NestMembers,
    PermittedSubclasses,
    RawAttribute,
    Record,
    RecordComponent,
    Signature,
    SourceFile,
    Synthetic,
    annotations_of,
    find,
    read_attributes,
    read_class_names,
    read_layout,
)
from heapwise.frontends.java.classfile.byte_reader import Reader, printable
from heapwise.frontends.java.classfile.code_attribute import Code, read_code
from heapwise.frontends.java.classfile.constants import ClassRef, ConstantPool, Loadable, read_pool
from heapwise.frontends.java.classfile.descriptors import (
    Checks,
    JavaType,
    MethodDescriptor,
    field_type,
    method_type,
)
from heapwise.frontends.java.classfile.flags import ClassAccess, MemberAccess

MAGIC = 0xCAFEBABE
OLDEST, NEWEST = 45, 69
"""The major versions that are understood: JDK 1.1 and Java 25."""


@dataclass(frozen=True, slots=True)
class Field(MemberAccess):
    """`owner` is the internal name of the class that declares it."""

    owner: str
    access: int
    name: str
    descriptor: str
    attributes: tuple[Attribute, ...] = ()

    @property
    def type(self) -> JavaType:
        return field_type(self.descriptor)

    @property
    def constant(self) -> Loadable | None:
        """The compile-time constant that a static field starts with."""
        found = find(self.attributes, ConstantValue)
        return found.value if found else None

    @property
    def signature(self) -> str | None:
        return _signature(self.attributes)

    @property
    def annotations(self) -> tuple[Annotation, ...]:
        return annotations_of(self.attributes)

    @property
    def is_synthetic(self) -> bool:
        return bool(self.access & 0x1000) or find(self.attributes, Synthetic) is not None

    def __str__(self) -> str:
        return f"{self.owner.replace('/', '.')}.{self.name}"


@dataclass(frozen=True, slots=True)
class Method(MemberAccess):
    """`owner` is the internal name of the class that declares it; native and abstract methods
    have no `code`."""

    owner: str
    access: int
    name: str
    descriptor: str
    code: Code | None = None
    attributes: tuple[Attribute, ...] = ()

    @property
    def type(self) -> MethodDescriptor:
        return method_type(self.descriptor)

    @property
    def throws(self) -> tuple[str, ...]:
        found = find(self.attributes, Exceptions)
        return found.classes if found else ()

    @property
    def signature(self) -> str | None:
        return _signature(self.attributes)

    @property
    def annotations(self) -> tuple[Annotation, ...]:
        return annotations_of(self.attributes)

    @property
    def is_constructor(self) -> bool:
        return self.name == "<init>"

    @property
    def is_static_initialiser(self) -> bool:
        return self.name == "<clinit>"

    @property
    def is_synthetic(self) -> bool:
        return bool(self.access & 0x1000) or find(self.attributes, Synthetic) is not None

    def __str__(self) -> str:
        """As Java would write it: `java.util.TreeMap.put(java.lang.Object, java.lang.Object)`."""
        return f"{self.owner.replace('/', '.')}.{self.name}{self.type}"


@dataclass(frozen=True, slots=True)
class ClassFile(ClassAccess):
    """One class, interface, enum, record, annotation or module. Names are internal ones."""

    source: str
    major: int
    minor: int
    pool: ConstantPool = field(repr=False, compare=False)
    access: int
    name: str
    superclass: str | None
    interfaces: tuple[str, ...]
    fields: tuple[Field, ...]
    methods: tuple[Method, ...]
    attributes: tuple[Attribute, ...]

    @property
    def java_name(self) -> str:
        """The binary name: dots between packages, `$` before nested classes."""
        return self.name.replace("/", ".")

    @property
    def package(self) -> str:
        return self.name.rpartition("/")[0]

    @property
    def release(self) -> int:
        """The Java release whose compiler writes this version: 69 is Java 25."""
        return self.major - 44

    def field(self, name: str, descriptor: str | None = None) -> Field | None:
        for found in self.fields:
            if found.name == name and descriptor in (None, found.descriptor):
                return found
        return None

    def method(self, name: str, descriptor: str) -> Method | None:
        for found in self.methods:
            if found.name == name and found.descriptor == descriptor:
                return found
        return None

    def methods_named(self, name: str) -> tuple[Method, ...]:
        return tuple(m for m in self.methods if m.name == name)

    @property
    def source_file(self) -> str | None:
        found = find(self.attributes, SourceFile)
        return found.name if found else None

    @property
    def signature(self) -> str | None:
        return _signature(self.attributes)

    @property
    def annotations(self) -> tuple[Annotation, ...]:
        return annotations_of(self.attributes)

    @property
    def bootstrap_methods(self) -> tuple[BootstrapMethod, ...]:
        return _bootstraps(self.attributes)

    @property
    def inner_classes(self) -> tuple[InnerClass, ...]:
        found = find(self.attributes, InnerClasses)
        return found.classes if found else ()

    @property
    def enclosing_method(self) -> EnclosingMethod | None:
        return find(self.attributes, EnclosingMethod)

    @property
    def nest_host(self) -> str:
        """The class whose nest this one belongs to: itself unless it says otherwise."""
        found = find(self.attributes, NestHost)
        return found.host if found else self.name

    @property
    def nest_members(self) -> tuple[str, ...]:
        found = find(self.attributes, NestMembers)
        return found.classes if found else ()

    @property
    def permitted_subclasses(self) -> tuple[str, ...] | None:
        """None if the class is not sealed."""
        found = find(self.attributes, PermittedSubclasses)
        return found.classes if found else None

    @property
    def record_components(self) -> tuple[RecordComponent, ...] | None:
        """None if the class is no record."""
        found = find(self.attributes, Record)
        return found.components if found else None


@lru_cache(maxsize=5_000)
def parse_class(data: bytes, source: str) -> ClassFile:
    """The class in `data`; `source` names it in errors. Class files are values, and every target
    needs the same classes of the JDK and looks through those of the user: they are parsed once for
    all of them. Were fewer kept than one target looks at, none would be there for the next."""
    reader = Reader(data, source)
    if len(data) < 10 or reader.u4() != MAGIC:
        raise reader.error("this is no class file: it does not begin with cafebabe", 0)
    minor, major = reader.u2(), reader.u2()
    _check_version(reader, major)
    pool = read_pool(reader)
    access = reader.u2()
    name = pool.get(reader.u2(), ClassRef, reader.at - 2).name
    if name.startswith("["):
        raise reader.error("the class is named as an array", reader.at - 2)
    superclass = pool.optional(reader.u2(), ClassRef, reader.at - 2)
    interfaces = read_class_names(reader, pool)
    checks = Checks()
    fields = [
        _layout(reader, pool, "field", checks.is_field) for _ in range(reader.table(8, "fields"))
    ]
    methods = [
        _layout(reader, pool, "method", checks.is_method) for _ in range(reader.table(8, "methods"))
    ]
    own = read_layout(reader, pool)
    if reader.at != reader.end:
        raise reader.error(f"{reader.end - reader.at} bytes after the end of the class")
    attributes = read_attributes(reader, pool, own)
    bootstraps = _bootstraps(attributes)
    narrow = (major, minor) < (45, 3)
    return ClassFile(
        source=source,
        major=major,
        minor=minor,
        pool=pool,
        access=access,
        name=name,
        superclass=superclass.name if superclass else None,
        interfaces=interfaces,
        fields=tuple([_field(reader, pool, name, raw) for raw in fields]),
        methods=tuple([_method(reader, pool, name, raw, bootstraps, narrow) for raw in methods]),
        attributes=attributes,
    )


def _check_version(reader: Reader, major: int) -> None:
    if major < OLDEST:
        raise reader.error(f"class file version {major}; the oldest there is is {OLDEST}", 6)
    if major > NEWEST:
        raise reader.error(
            f"class file version {major} (Java {major - 44}) is newer than {NEWEST} "
            f"(Java {NEWEST - 44}), the newest that is understood; compile with "
            f"`--release {NEWEST - 44}`",
            6,
        )


@dataclass(frozen=True, slots=True)
class _RawMember:
    at: int
    access: int
    name: str
    descriptor: str
    layout: tuple[RawAttribute, ...]


def _layout(
    reader: Reader, pool: ConstantPool, kind: str, fits: Callable[[str], bool]
) -> _RawMember:
    at = reader.at
    access = reader.u2()
    name = pool.get(reader.u2(), str, at + 2)
    descriptor = pool.get(reader.u2(), str, at + 4)
    if not fits(descriptor):
        problem = f"{kind} `{printable(name)}` has the descriptor `{printable(descriptor)}`"
        raise reader.error(problem, at)
    return _RawMember(at, access, name, descriptor, read_layout(reader, pool))


def _field(reader: Reader, pool: ConstantPool, owner: str, raw: _RawMember) -> Field:
    attributes = read_attributes(reader, pool, raw.layout)
    return Field(owner, raw.access, raw.name, raw.descriptor, attributes)


def _method(
    reader: Reader,
    pool: ConstantPool,
    owner: str,
    raw: _RawMember,
    bootstraps: tuple[BootstrapMethod, ...],
    narrow: bool,
) -> Method:
    shown = f"method `{printable(raw.name)}`"
    codes = [a for a in raw.layout if a.name == "Code"]
    others = [a for a in raw.layout if a.name != "Code"]
    # A static initialiser is one whatever its flags say (JVMS 4.6).
    wanted = 1 if raw.name == "<clinit>" or not raw.access & 0x0500 else 0
    if len(codes) != wanted:
        kind = "is native or abstract and" if not wanted else "is neither native nor abstract and"
        raise reader.error(f"{shown} {kind} has {len(codes)} Code attributes", raw.at)
    code = read_code(reader, pool, codes[0], bootstraps, narrow) if codes else None
    attributes = read_attributes(reader, pool, others)
    return Method(owner, raw.access, raw.name, raw.descriptor, code, attributes)


def _bootstraps(attributes: tuple[Attribute, ...]) -> tuple[BootstrapMethod, ...]:
    found = find(attributes, BootstrapMethods)
    return found.methods if found else ()


def _signature(attributes: tuple[Attribute, ...]) -> str | None:
    found = find(attributes, Signature)
    return found.text if found else None


def is_made_for_enum(cls: ClassFile, method: Method) -> bool:
    """Is it `values()` or `valueOf(String)` of an enum, which the compiler writes?"""
    made = ("values", f"()[L{cls.name};"), ("valueOf", f"(Ljava/lang/String;)L{cls.name};")
    return cls.is_enum and method.is_static and (method.name, method.descriptor) in made
