"""Text and syntax tree of a source file, read once for as long as the file does not change."""

from __future__ import annotations

import ast
import importlib.util
import re
import sys
from functools import lru_cache
from pathlib import Path

from heapwise.frontends.files import read_source
from heapwise.program import InputError, Position


def parse_file(path: Path) -> tuple[str, ast.Module]:
    """Text and tree of a source file; parsed once for as long as the file does not change."""
    try:
        stamp = stamp_of(path)
    except (OSError, ValueError):
        stamp = ""
    return _parsed(path, stamp)


@lru_cache(maxsize=512)
def _parsed(path: Path, _stamp: str) -> tuple[str, ast.Module]:
    source = _decoded(path)
    try:
        return source, ast.parse(source, str(path))
    except SyntaxError as error:
        at = Position(str(path), error.lineno or 1, max(error.offset or 1, 1))
        raise InputError(f"{error.msg}{_newer_syntax(source, at.line)}", at) from error
    except ValueError as error:  # a null byte
        raise InputError(f"{path} is not Python source: {error}") from error
    except (RecursionError, MemoryError) as error:
        raise InputError(f"{path} is nested too deeply for Python's parser") from error


def _decoded(path: Path) -> str:
    """The text; a file may declare an encoding other than UTF-8 in its first lines."""
    try:
        return importlib.util.decode_source(path.read_bytes())
    except (OSError, ValueError, SyntaxError, LookupError):
        return read_source(path)


_TYPE_PARAMETERS = re.compile(r"\s*(class|def|async\s+def)\s+\w+\s*\[|\s*type\s+\w+[^=]*=")


def _newer_syntax(source: str, line: int) -> str:
    text = [*source.splitlines(), ""][line - 1]
    if sys.version_info < (3, 12) and _TYPE_PARAMETERS.match(text):
        version = ".".join(map(str, sys.version_info[:2]))
        return f" (type parameters need Python 3.12; this is {version}: install Heapwise there)"
    return ""


def stamp_of(path: Path) -> str:
    status = path.stat()
    return f"{path.resolve()}:{status.st_mtime_ns}:{status.st_size}"
