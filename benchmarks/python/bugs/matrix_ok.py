"""Two-by-two matrices as objects, and square matrices as lists of rows."""


class Matrix:
    __slots__ = ("a", "b", "c", "d")

    def __init__(self, a: int, b: int, c: int, d: int) -> None:
        self.a = a
        self.b = b
        self.c = c
        self.d = d

    def cells(self) -> tuple[int, int, int, int]:
        return (self.a, self.b, self.c, self.d)


def product(m: Matrix, n: Matrix) -> tuple[int, int, int, int]:
    return (
        m.a * n.a + m.b * n.c,
        m.a * n.b + m.b * n.d,
        m.c * n.a + m.d * n.c,
        m.c * n.b + m.d * n.d,
    )


def add_into(out: Matrix, m: Matrix, n: Matrix) -> None:
    """Out becomes twice m plus n.

    post: out.a == 2 * __old__.m.a + __old__.n.a
    post: out.d == 2 * __old__.m.d + __old__.n.d
    """
    a, b, c, d = 2 * m.a, 2 * m.b, 2 * m.c, 2 * m.d
    out.a, out.b, out.c, out.d = a + n.a, b + n.b, c + n.c, d + n.d


def multiply_into(out: Matrix, m: Matrix, n: Matrix) -> None:
    """Out becomes the product of m and n.

    post: out.cells() == product(__old__.m, __old__.n)
    """
    out.a, out.b, out.c, out.d = product(m, n)


def transpose(rows: list[list[int]]) -> None:
    """Mirror a square matrix at its diagonal.

    pre: all(len(row) == len(rows) for row in rows)
    post: len(rows) == len(__old__.rows)
    post: rows == [[row[i] for row in __old__.rows] for i in range(len(rows))]
    """
    rows[:] = [list(column) for column in zip(*rows, strict=True)]
