"""Reading source files, with one error for whatever a file can be instead of text."""

from __future__ import annotations

from pathlib import Path

from heapwise.frontends.suggesting import suggest
from heapwise.program import InputError, Position


def read_source(path: Path, named_at: Position | None = None) -> str:
    """The text of a program; `named_at` is where another file names this one."""
    try:
        data = path.read_bytes()
    except IsADirectoryError as error:
        raise InputError(f"{path} is a directory, not a program", named_at) from error
    except FileNotFoundError as error:
        raise InputError(f"there is no file {path}", named_at) from error
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}", named_at) from error
    except ValueError as error:  # a name that no file can have
        raise InputError(f"cannot read {str(path)!r}: {error}", named_at) from error
    data = data.removeprefix(b"\xef\xbb\xbf")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8").split("\n")
        at = Position(str(path), len(before), len(before[-1]) + 1)
        raise InputError("not a text file: this byte is not valid UTF-8", at) from error


def instead_of_file(path: Path) -> str:
    """To be put behind the complaint that there is no such file."""
    with_suffix = path.with_name(f"{path.name}.py") if path.name else path
    if with_suffix.is_file():
        return f"; did you mean `{with_suffix}`?"
    if not path.parent.is_dir():
        return f": there is no folder `{path.parent}`{suggest(str(path.parent), _folders(path))}"
    return suggest(str(path), [str(each) for each in path.parent.glob(f"*{path.suffix or '.py'}")])


def _folders(path: Path) -> list[str]:
    above = path.parent.parent
    return [str(each) for each in above.iterdir() if each.is_dir()] if above.is_dir() else []
