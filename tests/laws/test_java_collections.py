"""What is said of collections of the JDK holds of all that its public methods build, in a JVM.

`heapwise.jdk` reads fields that are private: the JVM is given the JDK's classes with public ones.
"""

from __future__ import annotations

import struct
import subprocess
from pathlib import Path

import pytest

from heapwise.frontends.java.classpath.jdk import find_jdk
from heapwise.frontends.java.classpath.jimage import ImageFile
from heapwise.testgen.java.jvm import CLASSES as OURS

CLASSES = Path(__file__).parents[1] / "programs_java" / "classes"
HOME = find_jdk()
pytestmark = pytest.mark.skipif(
    HOME is None or not (HOME.home / "bin" / "java").is_file(), reason="there is no JVM"
)
OPENED = (
    "ArrayDeque",
    "ArrayList",
    "BitSet",
    "HashMap",
    "HashMap$Node",
    "HashSet",
    "LinkedHashMap",
    "LinkedHashMap$Entry",
    "LinkedList",
    "LinkedList$Node",
    "PriorityQueue",
    "TreeMap",
    "TreeMap$Entry",
    "TreeSet",
    "Vector",
)
_SIZES = {3: 4, 4: 4, 5: 8, 6: 8, 7: 2, 8: 2, 9: 4, 10: 4, 11: 4, 12: 4, 15: 3, 16: 2, 17: 4, 18: 4}
"""Bytes of a constant after its tag; 19 and 20 are of modules."""
_PUBLIC, _HIDDEN = 0x0001, 0x0002 | 0x0004


def opened(data: bytes) -> bytes:
    """A class file with a public class, and public fields."""
    found = bytearray(data)
    at, number = 10, 1
    while number < struct.unpack_from(">H", data, 8)[0]:
        tag = data[at]
        at += 1 + (2 + struct.unpack_from(">H", data, at + 1)[0] if tag == 1 else _SIZES[tag])
        number += 2 if tag in (5, 6) else 1
    _open(found, at)
    at += 6
    at += 2 + 2 * struct.unpack_from(">H", data, at)[0]
    (fields,) = struct.unpack_from(">H", data, at)
    at += 2
    for _ in range(fields):
        _open(found, at)
        (attributes,) = struct.unpack_from(">H", data, at + 6)
        at += 8
        for _ in range(attributes):
            at += 6 + struct.unpack_from(">I", data, at + 2)[0]
    return bytes(found)


def _open(data: bytearray, at: int) -> None:
    (flags,) = struct.unpack_from(">H", data, at)
    struct.pack_into(">H", data, at, flags & ~_HIDDEN | _PUBLIC)


def test_collections_that_public_methods_build_satisfy_what_is_said_of_them(tmp_path: Path) -> None:
    """400 times 6 random calls for each class; and the forms that inputs have, for 0 to 7 items."""
    assert HOME is not None
    image = ImageFile(HOME.home / "lib" / "modules")
    patch = tmp_path / "java" / "util"
    patch.mkdir(parents=True)
    for name in OPENED:
        location = image.find_class(f"java/util/{name}")
        assert location is not None
        (patch / f"{name}.class").write_bytes(opened(image.read(location)))
    image.close()
    command: list[str | Path] = [
        HOME.home / "bin" / "java",
        "--patch-module",
        f"java.base={tmp_path}",
    ]
    command += ["-cp", f"{OURS}:{CLASSES}", "collections.Built"]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.stdout.splitlines() == [str(400 * (14 + 1) * 6 + 8 * 9)], run.stderr
