"""Class files to test with: those of tests/data/java, and some built byte by byte.

`tests/data/java/classes` was compiled from `tests/data/java/src` (see the README there).
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Mapping
from pathlib import Path

from heapwise.frontends.java.classfile.class_file import ClassFile, Method, parse_class

DATA = Path(__file__).parents[3] / "data" / "java"
CLASSES = DATA / "classes"
NAMES = sorted(
    path.relative_to(CLASSES).as_posix().removesuffix(".class") for path in CLASSES.rglob("*.class")
)


def sample_bytes(name: str) -> bytes:
    return (CLASSES / f"{name}.class").read_bytes()


def sample(name: str) -> ClassFile:
    return parse_class(sample_bytes(name), f"{name}.class")


def method(cls: ClassFile, name: str) -> Method:
    (found,) = cls.methods_named(name)
    return found


def u2(*values: int) -> bytes:
    return struct.pack(f">{len(values)}H", *values)


def attribute(name_index: int, content: bytes) -> bytes:
    return u2(name_index) + struct.pack(">I", len(content)) + content


class PoolBuilder:
    """A constant pool in the making: each method adds an entry and gives its index."""

    def __init__(self) -> None:
        self._entries: list[bytes] = []
        self._count = 1

    def raw(self, tag: int, payload: bytes) -> int:
        self._entries.append(bytes([tag]) + payload)
        index = self._count
        self._count += 2 if tag in (5, 6) else 1
        return index

    def utf8(self, text: bytes | str) -> int:
        data = text.encode() if isinstance(text, str) else text
        return self.raw(1, u2(len(data)) + data)

    def cls(self, name: str) -> int:
        return self.raw(7, u2(self.utf8(name)))

    def name_and_type(self, name: str, descriptor: str) -> int:
        return self.raw(12, u2(self.utf8(name), self.utf8(descriptor)))

    def member(self, tag: int, owner: str, name: str, descriptor: str) -> int:
        return self.raw(tag, u2(self.cls(owner), self.name_and_type(name, descriptor)))

    def encode(self) -> bytes:
        return u2(self._count) + b"".join(self._entries)


def class_bytes(
    pool: PoolBuilder,
    *,
    major: int = 52,
    minor: int = 0,
    name: str = "T",
    superclass: str | None = "java/lang/Object",
    interfaces: tuple[str, ...] = (),
    access: int = 0x21,
    fields: tuple[bytes, ...] = (),
    methods: tuple[bytes, ...] = (),
    attributes: tuple[bytes, ...] = (),
) -> bytes:
    this = pool.cls(name)
    above = pool.cls(superclass) if superclass else 0
    implemented = [pool.cls(interface) for interface in interfaces]
    return (
        b"\xca\xfe\xba\xbe"
        + u2(minor, major)
        + pool.encode()
        + u2(access, this, above, len(implemented), *implemented)
        + b"".join(u2(len(items)) + b"".join(items) for items in (fields, methods, attributes))
    )


def method_bytes(
    pool: PoolBuilder,
    code: bytes,
    *,
    name: str = "m",
    descriptor: str = "()V",
    handlers: bytes = b"\0\0",
    inside: tuple[bytes, ...] = (),
) -> bytes:
    """A static method with a Code attribute; `inside` are the code's own attributes."""
    content = u2(9, 9) + struct.pack(">I", len(code)) + code + handlers + u2(len(inside))
    head = u2(0x9, pool.utf8(name), pool.utf8(descriptor), 1)
    return head + attribute(pool.utf8("Code"), content + b"".join(inside))


def method_of(code: bytes, pool: PoolBuilder | None = None, handlers: bytes = b"\0\0") -> Method:
    """A parsed method with the given bytecode."""
    pool = pool or PoolBuilder()
    built = method_bytes(pool, code, handlers=handlers)
    return parse_class(class_bytes(pool, methods=(built,)), "T.class").methods[0]


def image_bytes(
    resources: Mapping[str, bytes],
    packages: Mapping[str, str],
    order: str = "<",
    compressor: str | None = None,
) -> bytes:
    """A run-time image of `/module/path.ext` resources; `packages` says which module holds each.
    `compressor` compresses the resources: `zip`, or another name that is only written down."""
    strings = bytearray(b"\0")
    known: dict[str, int] = {"": 0}

    def string(text: str) -> int:
        if text not in known:
            known[text] = len(strings)
            strings.extend(text.encode() + b"\0")
        return known[text]

    whole = dict(resources)
    for package, module in packages.items():
        whole[f"/packages/{package}"] = struct.pack(f"{order}II", 0, string(module))
    count = len(whole)
    places = _perfect_hash(sorted(whole))
    locations, content, offsets = bytearray(b"\0"), bytearray(), [0] * count
    for name, index in places[1].items():
        data, compressed = whole[name], 0
        if compressor and not name.startswith("/packages/"):
            packed = zlib.compress(data)
            stamp = (0xCAFEFAFA, len(packed), len(data), string(compressor), 0, 1)
            stored = struct.pack(f"{order}IQQIIB", *stamp) + packed
            compressed = len(stored)
        else:
            stored = data
        offsets[index] = len(locations)
        values = (*map(string, _parts(name)), len(content), compressed, len(data))
        for kind, value in enumerate(values, 1):
            locations += bytes([kind << 3 | 3]) + struct.pack(">I", value)
        locations.append(0)
        content += stored
    header = (0xCAFEDADA, 1 << 16, 0, count, count, len(locations), len(strings))
    tables = struct.pack(f"{order}{count}i{count}I", *places[0], *offsets)
    return struct.pack(f"{order}7I", *header) + tables + locations + strings + content


def _parts(name: str) -> tuple[str, str, str, str]:
    """Module, folder, base and extension; the names of packages are bases as a whole."""
    if name.startswith("/packages/"):
        return "", "/packages", name.removeprefix("/packages/"), ""
    module, _, path = name[1:].partition("/")
    folder, _, file = path.rpartition("/")
    base, _, extension = file.rpartition(".")
    return module, folder, base, extension


def _hash(name: str, seed: int = 0x01000193) -> int:
    for byte in name.encode():
        seed = (seed * 0x01000193) % (1 << 32) ^ byte
    return seed % (1 << 31)


def _perfect_hash(names: list[str]) -> tuple[list[int], dict[str, int]]:
    """The redirect table, and the index of each name."""
    count = len(names)
    buckets: dict[int, list[str]] = {}
    for name in names:
        buckets.setdefault(_hash(name) % count, []).append(name)
    redirects, free, places = [0] * count, set(range(count)), {}
    for bucket, members in sorted(buckets.items(), key=lambda item: -len(item[1])):
        if len(members) == 1:
            index = min(free)
            redirects[bucket] = -1 - index
            chosen = {members[0]: index}
        else:
            redirects[bucket], chosen = _seed(members, free, count)
        places.update(chosen)
        free -= set(chosen.values())
    return redirects, places


def _seed(members: list[str], free: set[int], count: int) -> tuple[int, dict[str, int]]:
    for seed in range(1, 1 << 20):
        chosen = {name: _hash(name, seed) % count for name in members}
        if len(set(chosen.values())) == len(members) and free.issuperset(chosen.values()):
            return seed, chosen
    raise AssertionError("no seed found")
