"""Jmods, the JDK's modules as files: a zip behind a header, with the classes under `classes/`."""

from __future__ import annotations

from pathlib import Path

from heapwise.frontends.java.classfile.byte_reader import ClassFormatError
from heapwise.frontends.java.classpath.archives import Archive
from heapwise.program import InputError

_MAGIC = b"JM"


def open_jmod(path: Path, release: int) -> Archive:
    try:
        with path.open("rb") as file:
            header = file.read(4)
    except OSError as error:
        raise InputError(f"{path}: cannot read the module: {error.strerror}") from None
    if header[:2] != _MAGIC:
        raise ClassFormatError(str(path), 0, "this is no jmod: it does not begin with `JM`")
    if header[2:] not in (b"\x01\x00", b"\x01\x01"):
        raise ClassFormatError(str(path), 2, "an unknown version of the jmod format; 1.0 is known")
    # Zip files are read from their end, so the header in front needs no skipping.
    return Archive(path, release, "classes/")
