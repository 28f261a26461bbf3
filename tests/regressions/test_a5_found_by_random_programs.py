"""Programs on which the self-check and CPython once disagreed, each made small.

CPython runs every witness and every small input: the value or the exception, its text, the trace
and the final heap must be those of the one path that accepts the input.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.regressions.self_checked import agrees_with_cpython, leaves_open

_PROGRAMS = {
    "a reflected method is not asked of an operand of the same class": """
class Box:
    def __radd__(self, other):
        return 1

class Wide(Box):
    pass

def target(a: Box, b: Box):
    return a + b
""",
    "one of two values of a set that cannot be hashed is not reached": """
def target(s: set[int], n: int):
    return s.isdisjoint([n, []]), s.issuperset([n, []])
""",
    "pow() of three arguments, of which one is no number": """
def target(a: int | None, b: bool | str, n: int):
    return pow(a, b, n)
""",
    "a class that slots have replaced": """
from dataclasses import dataclass, replace

@dataclass(slots=True)
class Point:
    x: int
    def moved(self, by: int) -> 'Point':
        return replace(self, x=self.x + by)

@dataclass(slots=True)
class Point3(Point):
    pass

def target(n: int, p: Point):
    return p.moved(n).x, type(p).__name__
""",
    "arithmetic with a known member of an IntEnum": """
from enum import IntEnum

class Level(IntEnum):
    HIGH = 5

def target(n: int):
    level = Level['HIGH']
    level += n
    return level, Level.HIGH - n, n * Level(5)
""",
    "messages name the class of a member, not that of its value": """
from enum import IntEnum

class Level(IntEnum):
    LOW = 1
    HIGH = 2

def target(n: int, level: Level):
    if n == 0:
        return level < (1,)
    if n == 1:
        return (1,) > level
    if n == 2:
        return level @ 2
    return [] - level
""",
    "a reference that may be of the input or made by the program": """
from dataclasses import dataclass, field

@dataclass
class Point:
    x: int
    tags: list[int] = field(default_factory=list)

def target(n: int, points: list[Point]):
    points.append(Point(1))
    match points[n]:
        case Point(x=x, tags=[]):
            return x
    return None
""",
    "operators of one operand and functions of numbers, of members": """
import math
from enum import IntEnum

class Level(IntEnum):
    LOW = 0
    HIGH = 5

def target(n: int, level: Level):
    if n == 0:
        return -level, +level, ~level, abs(level), -Level.HIGH
    if n == 1:
        return math.floor(level), math.ceil(Level.HIGH), math.sqrt(Level.HIGH), round(7, level)
    if n == 2:
        return "%d|%x|%5.1f" % (Level.HIGH, level, level), level in range(4), hash(level) == 5
    return sorted([3, level], key=lambda each: -each)
""",
    "a method of its own goes before the number that a member is": """
from enum import IntEnum

class Level(IntEnum):
    LOW = 0
    HIGH = 5

    def __neg__(self) -> str:
        return self.name

    def __bool__(self) -> bool:
        return self is Level.LOW

def target(level: Level):
    return -level, ~level, bool(level), not Level.HIGH
""",
    "members that are zero or empty are false": """
from enum import Enum, IntEnum, StrEnum

class Level(IntEnum):
    LOW = 0
    HIGH = 5

class Mark(StrEnum):
    NONE = ''
    SOME = 'x'

class Color(Enum):
    RED = 0

def target(level: Level, mark: Mark, color: Color):
    return bool(level), not mark, bool(color), level or mark, all([Level.LOW]), any([level])
""",
    "members as indexes and bounds": """
from collections import deque
from enum import IntEnum

class Level(IntEnum):
    LOW = 0
    MID = 1

def target(n: int, level: Level, xs: list[int], s: str):
    if n == 0:
        xs[level] = 4
        return xs[Level.LOW]
    if n == 1:
        del xs[level]
        return xs
    if n == 2:
        return xs[level:], xs[:Level.MID], s[level:], (7, 8)[level], b'ab'[level], range(3)[level]
    if n == 3:
        xs[Level.MID:] = [1]
        xs.insert(level, 3)
        return xs.pop(level)
    return deque(xs, Level.MID), list(enumerate('a', level)), list(range(level, 2))
""",
    "members as counts": """
from collections import deque
from enum import IntEnum

class Level(IntEnum):
    LOW = 0
    TWO = 2

def target(n: int, level: Level, xs: list[int]):
    if n == 0:
        xs *= level
        return xs
    if n == 1:
        return [n] * level, Level.TWO * (n,), 'a' * level, b'a' * level, level * 'ab'
    if n == 2:
        return 'abcb'.find('b', level), 'a'.center(level), 'a,b,c,d'.split(',', Level.TWO)
    turned = deque([1, 2, 3])
    turned.rotate(level)
    return turned, 97 + level in b'abc'
""",
    "a Counter takes its first entries as they are": """
from collections import Counter
from enum import IntEnum

class Level(IntEnum):
    HIGH = 5

def target(n: int, found: Counter[int]):
    made = Counter({1: Level.HIGH, 2: True, 3: n})
    if n == 0:
        made.update({1: Level.HIGH, 2: True})
    elif n == 1:
        made = Counter(a=True, b=Level.HIGH)
    elif n == 2:
        made.clear()
        made.subtract({1: True})
    else:
        found.update({1: True})
    return made, found, Counter({1: 'text'})
""",
    "members that are text": """
from enum import StrEnum

class Mark(StrEnum):
    NONE = ''
    SOME = 'ab'

def target(n: int, mark: Mark):
    if n == 0:
        return len(mark), mark[:1], Mark.SOME[n], 'a' in mark, mark in 'abc', mark not in 'b'
    if n == 1:
        return mark < 'b', 'a' <= mark, sorted([Mark.SOME, mark]), mark + 'x', 2 * mark
    if n == 2:
        return list(mark), [each for each in mark], [*mark], tuple(Mark.SOME), set(mark)
    if n == 3:
        return mark[n]
    if n == 4:
        return mark < 1
    a, b = mark
    return a, b
""",
    "members that are floats": """
from enum import Enum

class Part(float, Enum):
    ZERO = 0.0
    HALF = 0.5

def target(n: int, part: Part):
    if n == 0:
        return -part, abs(part), bool(part), part == 0.5, part < 0.25, max(part, 0.25)
    if n == 1:
        return part + 1, 2 * part, '%.1f' % part, int(part)
    if n == 2:
        return ~part
    return [1, 2][part]
""",
    "special methods of members go before what they are": """
from enum import StrEnum

class Mark(StrEnum):
    SOME = 'ab'
    MORE = 'abc'

    def __iter__(self):
        return iter((1, 2))

    def __contains__(self, item: object) -> bool:
        return item == 3

    def __getitem__(self, index: object) -> str:
        return 'item'

    def __len__(self) -> int:
        return 7

def target(mark: Mark):
    return [each for each in mark], 3 in mark, 'a' not in mark, mark[0], len(mark), [*mark]
""",
    "sequences say themselves what they cannot be joined with": """
from collections import deque

class Node:
    pass

class Unknowing:
    def __radd__(self, other):
        return NotImplemented

    def __mul__(self, other):
        return NotImplemented

def joined(n: int, xs: list[int], other: object):
    if n == 0:
        return xs + other
    if n == 1:
        return (1,) + other
    if n == 2:
        return 'a' + other
    if n == 3:
        return b'a' + other
    if n == 4:
        return deque(xs) + other
    if n == 5:
        return other + xs
    if n == 6:
        return xs * other
    if n == 7:
        return other * 'a'
    return other + n

def target(n: int, xs: list[int], knows: bool):
    return joined(n, xs, Node() if knows else Unknowing())
""",
    "deques are repeated in place, and keep their length": """
from collections import deque

def target(n: int, given: deque[int]):
    short = deque([1, 2], 3)
    same = short
    given *= 2
    if n == 0:
        short *= 2
    elif n == 1:
        short *= -1
    elif n == 2:
        short = short * 2
        short.append(3)
    elif n == 3:
        short = short + deque([7, 8], 1)
        short.append(3)
    else:
        short = 2 * given
    return short, same, given, short is same
""",
    "stars before what is said not to be iterable": """
class Box:
    __iter__ = None

def target(n: int, box: Box):
    if n == 0:
        return [*box]
    if n == 1:
        return max(*box)
    return (1, *n)
""",
    "an enum class as a container": """
from enum import Enum

class Color(Enum):
    RED = 1
    BLUE = 2

def target(n: int, color: Color):
    if n == 0:
        return len(Color), [each.name for each in reversed(Color)], color in Color
    return Color(n)
""",
    "an enum without members": """
from enum import Enum

class Empty(Enum):
    pass

def target(n: int):
    return Empty(n)
""",
    "membership in an object that is no container": """
class Node:
    pass

class Closed:
    __contains__ = None
    def __iter__(self):
        return iter([1])

class Blocked:
    __iter__ = None
    def __getitem__(self, index):
        return [1][index]

def target(n: int):
    return n in (Node() if n == 0 else Closed() if n == 1 else Blocked())
""",
    "unpacking where __iter__ is None": """
class Blocked:
    __iter__ = None

def target(n: int):
    first, second = Blocked() if n else n
""",
    "special methods that are None and called": """
class Odd:
    __eq__ = None
    __bool__ = None

def target(n: int):
    odd = Odd()
    return bool(odd) if n == 0 else odd == n if n == 1 else odd != n
""",
    "which of two equal items an intersection keeps": """
def target(n: int):
    one, truth = {1, 2}, {True}
    keys = {1.0: 2, 3: 4}.keys()
    return list(one & truth), list(truth & one), list(one.intersection([True])), list(keys & {1})
""",
    "the order of sets that were combined": """
def target(n: int):
    a, b = {-1, n}, {6, 8}
    found = [list(a ^ b), list(a | b), list(a - b), list(b & a)]
    a ^= b
    return found, list(a), list(b.symmetric_difference([14, n]))
""",
    "texts about items that are not there": """
from collections import deque

class Item:
    def __init__(self, x: int):
        self.x = x
    def __eq__(self, other):
        return isinstance(other, Item) and self.x == other.x
    def __repr__(self):
        return "I" if self.x else "O"

def target(kind: int, n: int):
    if kind == 0:
        return [Item(1)].index(Item(n))
    if kind == 1:
        return (Item(1),).index(Item(n))
    if kind == 2:
        return deque([Item(1)]).index(Item(n))
    if kind == 3:
        deque([Item(1)]).remove(Item(n))
    [Item(1)].remove(Item(n))
""",
    "an order that is no flag": """
def target(xs: list[int], s: str, n: int, b: bool):
    if n == 0:
        return sorted(xs, reverse=s)
    if n == 1:
        return sorted(xs, key=lambda q: -q, reverse=None)
    if n == 2:
        return sorted(n, reverse=s)
    xs.sort(reverse=b)
    return xs
""",
    "a metaclass that answers whatever it is asked": """
class Answering(type):
    def __getattr__(cls, name):
        return 3

class Thing(metaclass=Answering):
    def __init__(self, x: int) -> None:
        self.x = x

def target(thing: Thing, n: int):
    return thing.x + Thing(n).x
""",
    "an index of too many digits": """
def target(n: int, kind: int):
    try:
        str(n)
    except ValueError:
        return ["abc", (1, 2), b"abc", range(3)][kind][n]
""",
    "exceptions about integers of too many digits": """
def target(n: int):
    v = 0
    try:
        v += str((n,)[0])
    finally:
        raise ValueError(n, v)
""",
    "an enum says which member a value without one has": """
from enum import Enum, IntEnum

class Color(Enum):
    RED = 1
    GREEN = 2
    @classmethod
    def _missing_(cls, value):
        if value == 5:
            return [5]
        return cls.GREEN if value == 7 else None

class Level(IntEnum):
    LOW = 0
    @classmethod
    def _missing_(cls, value):
        return cls.LOW if 10 // (value - 3) else None

def target(n: int, low: bool):
    return Level(n).name if low else Color(n).name
""",
    "a pattern that runs code for one of the classes": """
class Shape:
    def __init__(self, k: int): self.k = k
class Wide(Shape):
    pass
class Both(Wide):
    def __getattr__(self, name: str) -> int:
        if self.k == 0: raise AttributeError
        return self.k
def target(p1: Shape):
    match p1:
        case Wide(size=x2):
            return x2
        case Shape(size=0):
            return 'zero'
    return hasattr(p1, 'size'), getattr(p1, 'size', 7)
""",
    "% makes text of a value before it evaluates the next one": """
log = []
class A:
    def __init__(self, v: int): self.v = v
    def __str__(self):
        log.append('s')
        if self.v == 0: raise ValueError('str')
        return f'A{self.v}'
    def __repr__(self):
        log.append('r')
        return f'R{self.v}'
def t(x):
    log.append('t')
    return x
def target(a: A, n: int, k: int):
    log.clear()
    try:
        if k == 0: r = '%s %s' % (t(a), t(n))
        elif k == 1: r = '%d %s' % (t(n), t(a))
        elif k == 2: r = '%5s|%-5r|%%|%.1s' % (t(a), t(a), t(a))
        elif k == 5: r = '%s %s' % (*[t(a)], t(n))
        elif k == 6: r = '%r' % (t(a),)
        elif k == 7: r = '%05s' % (t(n),)
        elif k == 8: r = '%-s' % (t(n),)
        elif k == 9: r = '%+s|% s|%#s' % (t(n), t(n), t(n))
        elif k == 10: r = '%0s' % (t(n),)
        elif k == 11: r = '%5.s|' % (t(n),)
        elif k == 12: r = '%a' % (t('ä'),)
        elif k == 13: r = '%-0s|' % (t(n),)
        elif k == 14: r = '%%' % ()
        elif k == 15: r = '% %' % ()
        else: r = '%s%s' % (n, n or 1)
    except (ValueError, TypeError) as e:
        r = type(e).__name__, str(e)
    return r, list(log)
""",
    "a list is not among the items of a dict": """
from typing import NamedTuple
class P(NamedTuple):
    a: int
    b: int
def target(xs: list[int], p: P, t: tuple[int, int], s: str, d: dict[int, int]):
    its = d.items()
    return xs in its, p in its, t in its, s in its, (t,) in its, {1: 2} in its, [*its] == [t]
""",
    "divmod() of dates, fractions and Decimals": """
from datetime import timedelta
from decimal import Decimal
from fractions import Fraction
def target(d: Decimal, f: Fraction, t: timedelta, n: int, k: int):
    try:
        if k == 0: return divmod(f, n)
        if k == 1: return divmod(n, f)
        if k == 2: return divmod(t, timedelta(hours=n))
        if k == 3: return divmod(t, n)
        return divmod(d, n)
    except (TypeError, ZeroDivisionError, ArithmeticError) as e:
        return type(e).__name__, str(e)
""",
    "// of a complex number is refused whatever the other operand": """
def target(a: complex, n: int, k: bool):
    try:
        return divmod(a, n) if k else a // n
    except TypeError as e:
        return str(e)
""",
    "divmod() asks the methods of both operands": """
class A:
    def __init__(self, n: int): self.n = n
    def __divmod__(self, o):
        if self.n == 0: return NotImplemented
        return self.n, o
class B(A):
    def __rdivmod__(self, o): return 'r', o, self.n
class C:
    def __rdivmod__(self, o): return NotImplemented
def target(a: A, b: A, k: int):
    out = []
    for one, other in (a, b), (a, k), (k, b), (C(), a), (1, C()), (k, True), ('a', k):
        try: out.append(divmod(one, other))
        except (TypeError, ZeroDivisionError) as e: out.append(str(e))
    return out
""",
    "_make and _replace of a named tuple with too few values and wrong names": """
from typing import NamedTuple
class P(NamedTuple):
    x: int
    y: int = 2
def target(p: P, n: int, xs: list[int]):
    out = []
    for f in lambda: P._make(xs), lambda: P._make([n]), lambda: p._replace(a=1, b=n):
        try: out.append(f())
        except Exception as e: out.append((type(e).__name__, str(e)))
    return out
""",
    "an iterator over a deque that has come to its end notices changes": """
from collections import deque
def target(q: deque[int], n: int):
    its = iter(q), reversed(q), enumerate(q)
    out = []
    def ask(it):
        try: out.append(next(it, None))
        except RuntimeError as e: out.append(str(e))
    for it in its: ask(it); ask(it)
    if n > 0: q.append(n)
    elif n == 0: q.clear()
    elif q: q[0] = 3
    for it in its: ask(it)
    for it in its: ask(it)
    return out, q
""",
    "an asynchronous generator that is left is closed by a task": """
import asyncio
async def gen(xs, out):
    try:
        for x in xs:
            yield x
    finally:
        out.append('fin')
def target(n: int):
    out = []
    async def main():
        async for x in gen([1, 2], out):
            out.append(x)
            if x == n: break
        out.append('after')
        await asyncio.sleep(0)
        out.append('slept')
        await asyncio.sleep(0)
        out.append('slept')
        return 'end'
    return asyncio.run(main()), list(out)
""",
    "an asynchronous generator is closed when its loop ends": """
import asyncio
async def gen(xs, out):
    try:
        for x in xs:
            yield x
    finally:
        out.append('fin')
        await asyncio.sleep(0)
        out.append('fin2')
def target(n: int):
    out = []
    g = gen([1, 2], out)
    async def main():
        async for x in g:
            out.append(x)
            if x == n: break
        out.append('after')
        return 'end'
    return asyncio.run(main()), list(out), g is None
""",
    "the end of a coroutine closes the asynchronous generator that it has left": """
import asyncio
async def gen(out):
    try:
        yield 1
        yield 2
    finally:
        out.append('fin')
async def first(out):
    async for x in gen(out):
        return x
def target(n: int):
    out = []
    async def main():
        r = await first(out)
        out.append(r)
        if n: await asyncio.sleep(0)
        out.append('b')
        if n == 2:
            await asyncio.sleep(0)
            out.append('c')
        return r
    return asyncio.run(main()), list(out)
""",
    "an event loop ends the round that it is in, and tasks that are cancelled may make others": """
import asyncio
async def work(name, k, out):
    try:
        for i in range(k):
            out.append((name, i))
            await asyncio.sleep(0)
        out.append((name, 'end'))
    except asyncio.CancelledError:
        out.append((name, 'cancelled'))
        await asyncio.sleep(0)
        out.append((name, 'cleaned'))
        asyncio.create_task(work(name + 'x', 9, out)) if name == 'a' else None
        raise
def target(a: int, b: int, n: int):
    out = []
    async def main():
        asyncio.create_task(work('a', a, out))
        if n == 1: asyncio.create_task(work('b', b, out))
        await asyncio.sleep(0)
        if n == 2: await asyncio.sleep(1)
        if n == 3: raise ValueError
        out.append('main')
    try:
        asyncio.run(main())
    except ValueError:
        out.append('raised')
    return out
""",
    "methods of coroutines and asynchronous generators": """
import asyncio
async def gen(out):
    try:
        yield 1
        yield 2
    finally:
        out.append('fin')
async def nothing():
    pass
def target(n: int):
    out = []
    async def main():
        g, c = gen(out), nothing()
        out.append(await g.__anext__())
        if n == 0: await g.aclose()
        out.append([hasattr(each, 'send') for each in (g, c)])
        out.append([hasattr(each, 'aclose') for each in (g, c)])
        await c
        return type(g).__name__, type(c).__name__
    return asyncio.run(main()), out
""",
    "StopIteration inside of a coroutine or an asynchronous generator": """
import asyncio
async def coroutine(n):
    raise StopIteration(n)
async def generator(n):
    yield 1
    raise StopIteration if n else StopAsyncIteration
async def main(n):
    return [item async for item in generator(n)] if n < 2 else await coroutine(n)
def target(n: int):
    try:
        return asyncio.run(main(n))
    except RuntimeError as e:
        return str(e), type(e.__cause__).__name__
""",
    "a value of another type among the items of a list": """
def target(words: list[str], ends: bool):
    if ends:
        words.append(0)
    else:
        words.insert(1, 0)
    return [1 if word else 2 for word in words]
""",
    "bytes and named tuples backwards": """
from typing import NamedTuple
class P(NamedTuple):
    x: int
    y: int
def target(b: bytes, p: P):
    r = reversed(b)
    return list(reversed(b)), next(r, None), list(reversed(p)), list(zip(b, reversed(p)))
""",
    "an AttributeError of a comparison while a dict is spread out": """
class Key:
    def __eq__(self, other: object) -> bool:
        return self.value
    def __hash__(self) -> int:
        return 1

def target(key: Key, n: int):
    found = []
    for make in (
        lambda: {**{n: 1}, key: n},
        lambda: {n: 1, **{key: n}, 3: 3},
        lambda: {n: 1, key: n},
        lambda: {1: 1, **{2: 2}, n: 3, 2: 4},
    ):
        try:
            found.append(len(make()))
        except (AttributeError, TypeError) as error:
            found.append(type(error).__name__)
    return found
""",
}


@pytest.mark.parametrize("name", _PROGRAMS)
def test_cpython_agrees(name: str, tmp_path: Path) -> None:
    agrees_with_cpython(_PROGRAMS[name], tmp_path / f"random_{list(_PROGRAMS).index(name)}.py")


def test_floats_that_are_no_whole_numbers_are_beyond_a_bound(tmp_path: Path) -> None:
    source = """from fractions import Fraction
def target(f: Fraction, x: float, k: bool):
    try:
        return divmod(f, x) if k else (f // x, f % x)
    except ZeroDivisionError as e:
        return str(e)
"""
    leaves_open(source, tmp_path / "subject.py", "floats where all numbers are whole")


def test_the_text_of_dataclasses_that_have_lost_a_field_is_not_known(tmp_path: Path) -> None:
    source = (
        "from dataclasses import dataclass\n\n@dataclass\nclass Point:\n    y: int = 1\n\n"
        "def target(points: list[Point]):\n    for point in points:\n        del point.y\n"
        "    return f'{points}'\n"
    )
    leaves_open(source, tmp_path / "subject.py", "have been deleted")


def test_which_items_of_a_set_are_compared_first_is_not_known(tmp_path: Path) -> None:
    source = "def target(n: int):\n    return sorted(set([n, None]))\n"
    leaves_open(source, tmp_path / "subject_of_sets.py", "in the order of insertion")
