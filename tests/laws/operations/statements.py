"""Exceptions, context managers, matching, calls, classes and what the library has for them."""

from operations.domains import (
    ANYTHING,
    BOOL,
    COUPLE,
    DICT,
    INDEX,
    INT,
    INT_OR_STR,
    LIST,
    MAYBE_INT,
    NAMES,
    NEAR,
    PAIR,
    SMALL,
    STR,
    WORD,
    ints,
    texts,
)
from operations.model import Domain, Row, row

CLASSES = """
class Size(enum.IntEnum):
    SMALL = 1
    LARGE = 2

@dataclasses.dataclass
class Point:
    x: int
    y: int = 2


@dataclasses.dataclass(frozen=True, order=True)
class Pair:
    first: int
    second: str = "a"


class Box:
    def __init__(self, content: int) -> None:
        self.content = content


class Ages(dict[int, int]):
    def __init__(self, ages: dict[int, int]) -> None:
        dict.__init__(self, ages)

    def __missing__(self, key: int) -> int:
        return -key


class Problem(Exception):
    pass


class Told(Problem):
    def __init__(self, number: int) -> None:
        super().__init__(f"number {number}", number)
        self.number = number


class Manager:
    def __init__(self, log: list[int], swallows: bool) -> None:
        self.log = log
        self.swallows = swallows

    def __enter__(self) -> int:
        self.log.append(10)
        return 7

    def __exit__(self, kind: object, error: object, trace: object) -> bool:
        self.log.append(0 if kind is None else 1)
        return self.swallows


@contextlib.contextmanager
def managed(log: list[int], fails: bool):
    log.append(1)
    try:
        yield 5
    finally:
        log.append(2)
    if fails:
        raise KeyError(3)


@functools.cache
def remembered(number: int) -> list[int]:
    return [number]


def defaults(a: int, b: int = 2, *rest: int, c: int = 3, **named: int) -> object:
    return a, b, rest, c, named
"""
"""What the functions of the rows may use."""

TAG = texts("", "a", "b", "ab")
SIZE = ints(-1, 0, 1, 2)

ROWS: list[Row] = [
    # Raising and catching.
    row("Exception.__init__", "raise ValueError(i)", i=NEAR),
    row("Exception.__init__", "raise ValueError(s, i)", s=WORD, i=NEAR),
    row("Exception.__init__", "raise Problem(s)", s=WORD),
    row("BaseException.__init__", "raise Told(i)", i=NEAR),
    row("raise", "raise KeyError(s)", s=WORD),
    row("raise", "raise ValueError"),
    row("raise", "raise v", v=MAYBE_INT),
    row("raise", "raise"),
    row("raise", "raise ValueError(i) from KeyError(j)", i=NEAR, j=NEAR),
    row("assert", "assert i > 0, s", i=NEAR, s=WORD),
    row("try", "try:\n    return xs[i]\nexcept IndexError:\n    return None", xs=LIST, i=INDEX),
    row(
        "try",
        "try:\n    return i // j\nexcept ZeroDivisionError as e:\n    return e.args",
        i=NEAR,
        j=NEAR,
    ),
    row(
        "try",
        """
        try:
            return d[i]
        except (KeyError, ValueError) as e:
            return e.args
        """,
        d=DICT,
        i=SMALL,
    ),
    row(
        "try",
        """
        log = []
        try:
            log.append(1)
            xs[i] = 0
        except IndexError:
            log.append(2)
        else:
            log.append(3)
        finally:
            log.append(4)
        return log
        """,
        xs=PAIR,
        i=INDEX,
    ),
    row(
        "try",
        """
        try:
            return xs.pop()
        finally:
            xs.append(9)
        """,
        xs=PAIR,
    ),
    row(
        "try",
        """
        try:
            raise Told(i)
        except Problem as e:
            return str(e.args), e.number, isinstance(e, Told)
        """,
        i=NEAR,
    ),
    row(
        "try",
        """
        try:
            try:
                return xs[i]
            except IndexError:
                raise KeyError(i)
        except KeyError as e:
            return e.args[0], type(e.__context__) is IndexError
        """,
        xs=PAIR,
        i=NEAR,
    ),
    row(
        "try",
        """
        for v in xs:
            try:
                if v == i:
                    break
                if v > i:
                    continue
            finally:
                xs.append(-v)
                if len(xs) > 4:
                    return xs
        else:
            return None
        return xs
        """,
        xs=PAIR,
        i=NEAR,
    ),
    row(
        "sys.exit",
        "import sys\ntry:\n    sys.exit(i)\nexcept SystemExit as e:\n    return e.code",
        i=NEAR,
    ),
    # Context managers.
    row("with", "with Manager(xs, b) as v:\n    return v, 1 // i", xs=PAIR, b=BOOL, i=NEAR),
    row(
        "contextlib.contextmanager",
        "with managed(xs, b) as v:\n    xs.append(v)\nreturn xs",
        xs=PAIR,
        b=BOOL,
    ),
    row(
        "contextlib.contextmanager",
        "with managed(xs, b):\n    raise ValueError(4)",
        xs=PAIR,
        b=BOOL,
    ),
    row(
        "contextlib.suppress",
        "with contextlib.suppress(IndexError):\n    return xs[i]\nreturn 9",
        xs=PAIR,
        i=INDEX,
    ),
    row(
        "contextlib.suppress",
        "with contextlib.suppress(KeyError):\n    return xs[i]",
        xs=PAIR,
        i=INDEX,
    ),
    row("contextlib.nullcontext", "with contextlib.nullcontext(i) as v:\n    return v", i=NEAR),
    row(
        "contextlib.closing",
        """
        def f():
            try:
                yield 1
            finally:
                xs.append(5)
        with contextlib.closing(f()) as g:
            if b:
                next(g)
        return xs
        """,
        xs=PAIR,
        b=BOOL,
    ),
    # Matching.
    row(
        "match",
        """
        match i:
            case 0:
                return 'a'
            case 1 | 2:
                return 'b'
            case _:
                return i
        """,
        i=SMALL,
    ),
    row(
        "match",
        """
        match v:
            case None:
                return 0
            case bool():
                return 1
            case int(n) if n > 0:
                return n
            case str(s):
                return s
            case [a, *rest]:
                return a, rest
            case []:
                return 2
        return 3
        """,
        v=ANYTHING,
    ),
    row(
        "match",
        """
        match xs:
            case [a, b]:
                return a, b
            case [1, *_, c]:
                return c
            case [*_]:
                return 0
        """,
        xs=LIST,
    ),
    row(
        "match",
        """
        match d:
            case {1: a, **rest}:
                return a, rest
            case {0: _}:
                return 0
        """,
        d=DICT,
    ),
    row(
        "match",
        """
        match Point(i, j):
            case Point(0, y):
                return y
            case Point(x=x, y=2):
                return x
        """,
        i=NEAR,
        j=NEAR,
    ),
    # Calls.
    row("call", "defaults(*xs)", xs=LIST),
    row("call", "defaults(i, **d)", i=NEAR, d=NAMES),
    row("call", "defaults(i, *xs, c=4)", i=NEAR, xs=LIST),
    row("call", "defaults(i, b=j)", i=NEAR, j=NEAR),
    row("call", "def f(a, /, b, *, c=1):\n    return a, b, c\nreturn f(i, b=j)", i=NEAR, j=NEAR),
    row("call", "def f(a, b):\n    return a, b\nreturn f(*xs)", xs=LIST),
    row("call", "def f(a=[]):\n    a.append(i)\n    return a\nf()\nreturn f()", i=NEAR),
    row("call", "(lambda a, b=i: a - b)(j)", i=NEAR, j=NEAR),
    row("call", "v()", v=ANYTHING),
    row(
        "call", "n = 0\ndef f():\n    nonlocal n\n    n += i\n    return n\nf()\nreturn f()", i=NEAR
    ),
    # Loops and names.
    row(
        "while",
        "while i > 0:\n    i -= 1\n    if i == 1:\n        break\nelse:\n    return 'x'\nreturn i",
        i=SMALL,
    ),
    row("for", "for k in range(i):\n    pass\nreturn k", i=SIZE),
    row("del", "if i:\n    n = 1\nreturn n", i=NEAR),
    row("del", "n = 1\nif i:\n    del n\nreturn n", i=NEAR),
    row("walrus", "[n for v in xs if (n := v % 2)]", xs=LIST),
    row("if", "'a' if i < j else 'b' if i == j else 'c'", i=NEAR, j=NEAR),
    row("if", "i and j or None", i=NEAR, j=NEAR),
    row("chain", "i < j <= 3 != i", i=NEAR, j=NEAR),
    # Objects.
    row("object.__init__ object", "type(object()) is object"),
    row(
        "setattr getattr",
        "box = Box(i)\nsetattr(box, 'content', j)\nreturn getattr(box, 'content')",
        i=NEAR,
        j=NEAR,
    ),
    row("getattr", "getattr(Box(i), 'missing', j)", i=NEAR, j=NEAR),
    row("getattr", "Box(i).missing", i=NEAR),
    row("hasattr", "hasattr(Box(i), 'content'), hasattr(Box(i), 'missing')", i=NEAR),
    row("del", "box = Box(i)\ndel box.content\nreturn box.content", i=NEAR),
    row(
        "isinstance issubclass",
        "isinstance(Told(i), Problem), issubclass(Told, ValueError)",
        i=NEAR,
    ),
    row(
        "object.__new__ object.__setattr__",
        "box = object.__new__(Box)\nobject.__setattr__(box, 'content', i)\nreturn box.content",
        i=NEAR,
    ),
    row("object.__new__", "object.__new__(i)", i=NEAR),
    row("object.__new__", "object.__new__()"),
    row("IntEnum", "Size.LARGE + i, i - Size.SMALL", i=NEAR),
    row("IntEnum", "(Size.LARGE.__class__ is Size, Size(1).__class__.__name__)"),
    row("IntEnum", "Size.LARGE + None"),
    row("IntEnum", "x in Size, Size.LARGE in Size", x=ANYTHING),
    row("IntEnum", "[] * Size.LARGE, None + Size.SMALL"),
    row("is", "a = Box(i)\nb = Box(i)\nreturn a == b, a is a, a != b, a in [b, a]", i=NEAR),
    row(
        "dataclasses.is_dataclass",
        "dataclasses.is_dataclass(Point(i)), dataclasses.is_dataclass(Box(i))",
        i=NEAR,
    ),
    row("dataclasses.fields", "[f.name for f in dataclasses.fields(Point(i))]", i=NEAR),
    row("dataclasses.replace", "dataclasses.replace(Pair(i), second=s)", i=NEAR, s=WORD),
    row("dataclasses.replace", "dataclasses.replace(Point(i), z=1)", i=NEAR),
    row("dataclasses.asdict", "dataclasses.asdict(Point(i, j))", i=NEAR, j=NEAR),
    row("dataclasses.astuple", "dataclasses.astuple(Pair(i, s))", i=NEAR, s=WORD),
    row("dataclass", "Point(i) == Point(j), Point(i) != Point(i, 3)", i=NEAR, j=NEAR),
    row("dataclass", "Pair(i, s) < Pair(j)", i=NEAR, j=NEAR, s=WORD),
    row("dataclass", "{Pair(i): 1}.get(Pair(j))", i=NEAR, j=NEAR),
    row("dataclass", "Pair(i).first = 2", i=NEAR),
    row("dataclass", "Point(i) < Point(j)", i=NEAR, j=NEAR),
    row("dataclass", "hash(Point(i))", i=NEAR),
    row("dataclass repr", "repr(Point(i, j))", i=NEAR, j=NEAR),
    row(
        "functools.cache method.cache_clear",
        """
        remembered.cache_clear()
        remembered(i).append(j)
        return remembered(i), remembered(j) is remembered(i)
        """,
        i=NEAR,
        j=NEAR,
    ),
    row(
        "functools.lru_cache",
        """
        @functools.lru_cache(maxsize=None)
        def f(n):
            xs.append(n)
            return n
        f(i)
        f(j)
        return xs
        """,
        xs=PAIR,
        i=NEAR,
        j=NEAR,
    ),
    row(
        "functools.wraps functools.update_wrapper",
        "def g(n):\n    return n\n@functools.wraps(g)\ndef f(n):\n    return g(n) + 1\nreturn f(i)",
        i=NEAR,
    ),
    row(
        "typing.cast typing.assert_type",
        "import typing\nreturn typing.cast(int, v), typing.assert_type(v, object)",
        v=MAYBE_INT,
    ),
    row("typing.assert_never", "import typing\ntyping.assert_never(i)", i=NEAR),
    row(
        "typing.final typing.reveal_type",
        "import typing\n@typing.final\ndef f(n):\n    return n\nreturn typing.reveal_type(f(i))",
        i=NEAR,
    ),
    row(
        "queue.Queue",
        """
        import queue
        q = queue.Queue()
        for v in xs:
            q.put(v)
        return q.qsize(), q.empty(), q.get_nowait()
        """,
        xs=LIST,
    ),
    row(
        "queue.LifoQueue",
        "import queue\nq = queue.LifoQueue()\nfor v in xs:\n    q.put(v)\nreturn q.get_nowait()",
        xs=LIST,
    ),
    row(
        "queue.PriorityQueue",
        """
        import queue
        q = queue.PriorityQueue()
        for v in xs:
            q.put(v)
        return q.get_nowait()
        """,
        xs=LIST,
    ),
    row(
        "weakref.ReferenceType",
        "import weakref\nbox = Box(i)\nreturn weakref.ref(box)() is box",
        i=NEAR,
    ),
    row(
        "importlib.import_module",
        "import importlib\nreturn importlib.import_module('math').floor(i)",
        i=NEAR,
    ),
    row("slice", "len({slice(0, i)})", i=NEAR),
    row("is", "v is None, v is not None", v=MAYBE_INT),
    row("is", "v is True", v=Domain("bool | int", (True, False, 1, 0))),
    row("global", "t[0] + t[1]", t=COUPLE),
    row("int", "i == v or v == s", i=INT, v=INT_OR_STR, s=STR),
    row("str", "f'{s:{i}}'", s=TAG, i=SIZE),
]
