"""A bounds-checked big-endian cursor over a class file, and the error for a malformed one.

Invariant: nothing is read past the end and no count is trusted before the bytes that it promises
are known to be there, so hostile input costs at most what its own length allows.
"""

from __future__ import annotations

from heapwise.program import InputError

_LONGEST_SHOWN = 120


class ClassFormatError(InputError):
    """A class file (or an archive of them) that breaks its format: the file, the offset of the
    offending byte, and what is wrong there."""

    def __init__(self, source: str, offset: int, problem: str) -> None:
        super().__init__(f"{source}: at byte {offset}: {problem}")
        self.source = source
        self.offset = offset
        self.problem = problem


def printable(text: str) -> str:
    """`text` fit for a message: short, and without characters that a terminal cannot show (names
    in class files may hold anything, lone surrogates included)."""
    if len(text) > _LONGEST_SHOWN:
        text = text[:_LONGEST_SHOWN] + "…"
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


class Reader:
    """Reads one value after the other from `data[at:end]`."""

    __slots__ = ("at", "data", "end", "source")

    def __init__(self, data: bytes, source: str, at: int = 0, end: int | None = None) -> None:
        self.data = data
        self.source = source
        self.at = at
        self.end = len(data) if end is None else end

    def u1(self) -> int:
        at = self.at
        if at >= self.end:
            raise self.truncated(1)
        self.at = at + 1
        return self.data[at]

    def u2(self) -> int:
        at = self.at
        if at + 2 > self.end:
            raise self.truncated(2)
        self.at = at + 2
        return self.data[at] << 8 | self.data[at + 1]

    def u4(self) -> int:
        return int.from_bytes(self.take(4), "big")

    def s1(self) -> int:
        return int.from_bytes(self.take(1), "big", signed=True)

    def s2(self) -> int:
        return int.from_bytes(self.take(2), "big", signed=True)

    def s4(self) -> int:
        return int.from_bytes(self.take(4), "big", signed=True)

    def take(self, count: int) -> bytes:
        at = self.at
        if at + count > self.end:
            raise self.truncated(count)
        self.at = at + count
        return self.data[at : at + count]

    def window(self, length: int) -> Reader:
        """A reader of the next `length` bytes, which this one skips."""
        start = self.at
        if start + length > self.end:
            raise self.truncated(length)
        self.at = start + length
        return Reader(self.data, self.source, start, self.at)

    def table(self, size: int, what: str) -> int:
        """A u2 count of entries of at least `size` bytes each, refused if they cannot be there."""
        at = self.at
        count = self.u2()
        if count * size > self.end - self.at:
            problem = f"{what}: {count} entries announced, room for {(self.end - self.at) // size}"
            raise self.error(problem, at)
        return count

    def finish(self, what: str) -> None:
        if self.at != self.end:
            raise self.error(f"{what} ends {self.end - self.at} bytes before its announced end")

    def error(self, problem: str, at: int | None = None) -> ClassFormatError:
        return ClassFormatError(self.source, self.at if at is None else at, problem)

    def truncated(self, wanted: int) -> ClassFormatError:
        here = self.end - self.at
        whole = self.end == len(self.data)
        where = "the file is truncated" if whole else "runs past the end of its attribute"
        return self.error(f"{where}: {wanted} bytes expected, {here} left")
