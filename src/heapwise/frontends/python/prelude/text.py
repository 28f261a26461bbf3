"""Parts of Python that make text and numbers by calling back into the program; see
`syntax_operations`."""
# mypy: ignore-errors
# ruff: noqa: F821

from __future__ import annotations

from heapwise.frontends.python.prelude.syntax_operations import as_sequence


def text_by_parts(labels, items, closing, depth):
    try:
        text = ""
        for index in range(len(items)):
            text = text + labels[index] + repr(items[index])
        return text + closing
    finally:
        __end_of_parts__(depth)


def text_of_pieces(pieces):
    text = ""
    for conversion, value, spec in pieces:
        text = text + __piece__(conversion, value, spec)
    return text


def print_texts(values):
    for value in values:
        str(value)


def join_items(separator, items):
    return separator.join(as_sequence(items, "can only join an iterable"))


def greatest_divisor_of(values):
    found = 0
    for value in values:
        found = greatest_divisor(found, value)
    return found


def greatest_divisor(left, right):
    while right != 0:
        left, right = right, left % right
    return abs(left)


def product(items, start):
    for item in items:
        start = start * item
    return start


def path_text(path):
    """`os.fspath`."""
    return text_of_path(path, "expected str, bytes or os.PathLike object")


def text_of_path(path, expected):
    """What is said of something that is no path begins with what was `expected`."""
    if isinstance(path, str | bytes):
        return path
    if not hasattr(path, "__fspath__"):
        raise TypeError(f"{expected}, not {type(path).__name__}")
    return path.__fspath__()


def path_decoded(filename):
    """`os.fsdecode`, where names of files are UTF-8."""
    filename = path_text(filename)
    return filename.decode("utf-8", "surrogateescape") if isinstance(filename, bytes) else filename


def path_encoded(filename):
    filename = path_text(filename)
    return filename.encode("utf-8", "surrogateescape") if isinstance(filename, str) else filename


def path_normalised(path):
    """`os.path.normpath` where it is in C, as `posixpath` has it elsewhere."""
    path = text_of_path(path, "_path_normpath: path should be string, bytes or os.PathLike")
    is_bytes = isinstance(path, bytes)
    slash, empty, dot, up = (b"/", b"", b".", b"..") if is_bytes else ("/", "", ".", "..")
    if path == empty:
        return dot
    first = slash if path.startswith(slash) else empty
    if path.startswith(slash + slash) and not path.startswith(slash + slash + slash):
        first = slash + slash
    kept = []
    for part in path.split(slash):
        if part in (empty, dot):
            continue
        if part != up or (not first and not kept) or (kept and kept[-1] == up):
            kept.append(part)
        elif kept:
            kept.pop()
    return first + slash.join(kept) or dot


def byte_quoter(safe):
    """Of `urllib.parse`: how each byte is written in a part of a URL."""
    kept = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-~" + safe

    def quoted(byte):
        return chr(byte) if byte in kept else "%{:02X}".format(byte)  # noqa: UP032

    return quoted
