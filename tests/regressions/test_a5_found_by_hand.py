"""Programs written by hand on which CPython disagreed, most of them about methods of the program
that operations call: who is asked, how often, and what becomes of what they raise.

CPython runs every witness and every small input: the value or the exception, its text, the trace
and the final heap must be those of the one path that accepts the input.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from heapwise.api import explore
from heapwise.results import OutcomeKind
from tests.regressions.self_checked import agrees_with_cpython, leaves_open

_PROGRAMS = {
    "int() looks at the base before it looks at what is no text": """
def target(base: int, k: int):
    try:
        return int(base=base) if k == 0 else int(1.5, base) if k == 1 else int([], "2")
    except (TypeError, ValueError) as e:
        return type(e).__name__, str(e)
""",
    "None as a comparison is called, also where objects would be equal to themselves alone": """
class NoEq:
    __eq__ = None
class NoNe:
    __ne__ = None
class OnlyNe:
    def __init__(self, v: int):
        self.v = v
    def __ne__(self, other):
        return self.v
def target(k: int):
    a = NoEq()
    try:
        if k == 0: return a != a
        if k == 1: return a != NoEq()
        if k == 2: return NoEq() in [a]
        if k == 3: return [a] == [NoEq()]
        if k == 4: return NoNe() != k
        if k == 5: return k != NoNe()
        if k == 6: return NoNe() == NoNe()
        return OnlyNe(k) != OnlyNe(2), OnlyNe(k) == OnlyNe(k)
    except TypeError as e:
        return str(e)
""",
    "functions of C in classes are not bound, and what a metaclass has is no attribute": """
import enum, math, operator
class Held:
    floor = math.floor
    add = operator.add
    most = max
    def __init__(self, v: int):
        self.v = v
class Color(enum.Enum):
    RED = 1
class Bad(Exception):
    hidden = property()
def target(k: int, n: int):
    held = Held(n)
    if k == 0: return held.floor(2.5), held.add(n, 1), held.most(n, 2)
    if k == 1: return hasattr(held, "most"), hasattr(held, "floors")
    if k == 2: return hasattr(held, "mro"), hasattr(held, "__name__"), hasattr(Held, "mro")
    if k == 3: return hasattr(Color.RED, "_value_"), hasattr(Color.RED, "mro")
    if k == 4: return hasattr(Bad(n), "hidden"), hasattr(Bad(n), "args")
    try:
        return held.mro
    except AttributeError as e:
        return str(e)
""",
    "a keyword that is not known is the name of a parameter that takes none": """
def f(a, /, b, *, c=1):
    return a, b, c
def target(n: int, d: dict[str, int]):
    try:
        return f(n, **d)
    except TypeError as e:
        return str(e)
""",
    "functools.wraps names what it wraps, at import and in a run": """
import functools
def deco(f):
    @functools.wraps(f)
    def inner(x):
        "of inner"
        return f(x)
    return inner
@deco
def known(x):
    "of known"
    return x
def target(n: int):
    def local(x):
        "of local"
        return x
    told = [(f.__name__, f.__qualname__, f.__doc__, f(n)) for f in (known, deco(local))]
    try:
        known(n, n) if n else deco(local)()
    except TypeError as e:
        return told, str(e)
""",
    "a deque that was changed and has its length again is not iterated over": """
from collections import deque
def target(xs: deque[int], n: int):
    out = []
    try:
        for x in xs:
            out.append(x)
            if n == 0: xs.rotate(1)
            if n == 1: xs.reverse()
            if n == 2: xs[0] = 7
            if n == 3:
                xs.append(1)
                xs.pop()
            if n == -1: xs.extend([])
            if n == -2: xs *= 1
            if n == -3: xs *= 2
            if n == 4:
                xs.clear()
                xs.clear()
            if n == 5: xs.insert(0, xs.popleft())
            if n == 6:
                del xs[0]
                xs.appendleft(1)
    except RuntimeError as e:
        return str(e), list(xs), out
    return list(xs), out
""",
    "a full deque that takes one more has changed": """
from collections import deque
def target(xs: list[int], n: int):
    d = deque(xs, maxlen=2)
    try:
        for x in d:
            if x == n: d.append(x)
            elif x == 0: d.appendleft(1)
    except RuntimeError as e:
        return str(e), list(d)
    return list(d)
""",
    "reversed() tells that a deque has changed, once, and not behind its end": """
from collections import deque
def target(xs: deque[int], n: int):
    it = reversed(xs)
    out = []
    try:
        for x in it:
            if x == n: xs.append(1)
            if x < 0: xs.pop()
    except RuntimeError as e:
        return str(e), list(xs), next(it, "end")
    return list(xs)
""",
    "reversed() of a dict or a view tells that it has changed": """
def target(d: dict[int, int], n: int):
    try:
        for k in reversed(d):
            if k == n: del d[k]
            else: d[k] = 5
        for k, v in reversed(d.items()):
            if v == n: d[k + 50] = 1
        for v in reversed(d.values()):
            if v == n: d.clear()
    except RuntimeError as e:
        return str(e), d
    return d
""",
    "an iterator that has told of a change is of no use any more": """
from collections import deque
def target(d: dict[int, int], xs: deque[int], s: set[int]):
    out = []
    for it, change, back in (
        (iter(d), lambda: d.update({77: 1}), lambda: d.pop(77)),
        (iter(xs), lambda: xs.append(1), lambda: xs.pop()),
        (iter(s), lambda: s.add(77), lambda: s.discard(77)),
    ):
        change()
        for _ in range(2):
            try: out.append(next(it, "end"))
            except RuntimeError as e: out.append(str(e))
            back()
    return out
""",
    "a TypeError of __iter__ becomes that of the operation": """
class S:
    def __init__(self, v: int):
        self.v = v
    def __iter__(self):
        if self.v == 0:
            raise TypeError("mine")
        if self.v == 1:
            raise ValueError("mine")
        if self.v == 2:
            raise AttributeError("mine")
        return iter([1, 2])
def target(a: S, k: int):
    xs = [1, 2, 3]
    try:
        if k == 0: return 1 in a
        if k == 1: return ''.join(a)
        if k == 2:
            xs[0:1] = a
            return xs
        if k == 3:
            xs[::2] = a
            return xs
        if k == 4:
            x, y = a
            return x
        if k == 5: return [*a]
        if k == 6: return max(*a)
        if k == 7: return dict([a])
        if k == 8: return set(a)
        if k == 9: return list(zip(a, a))
        if k == 10: return dict(a)
        if k == 11: return xs.extend(a)
        if k == 12: return {1}.issubset(a)
        if k == 13: return sorted(a)
        if k == 14:
            xs += a
            return xs
        if k == 15: return 1 not in a
        if k == 16: return {*a}
        if k == 17: return sum(a)
        if k == 18: return max(a)
        if k == 19: return list(map(abs, a))
        if k == 20: return list(enumerate(a))
        if k == 21: return dict.fromkeys(a, 1)
        if k == 22: return {1} == a
        if k == 23: return tuple(a)
        if k == 24: return {1}.union(a)
        if k == 25: return bytes(a)
        if k == 26: return b''.join(a)
        if k == 27: return any(a)
    except (TypeError, ValueError, AttributeError) as e:
        return type(e).__name__, str(e)
""",
    "an AttributeError of keys() or of an item means that it is no mapping": """
class M:
    def __init__(self, v: int):
        self.v = v
    def keys(self):
        if self.v == 0:
            raise AttributeError("keys")
        if self.v == 1:
            return 5
        if self.v == 2:
            raise TypeError("keys!")
        return ['a', 'b']
    def __getitem__(self, k):
        if self.v == 3:
            raise AttributeError("item")
        if self.v == 4:
            raise KeyError(k)
        if self.v == 5:
            raise TypeError("item")
        return k
def f(**kw):
    return sorted(kw)
def target(m: M, k: int):
    try:
        if k == 0: return {**m}
        if k == 1: return f(**m)
        if k == 2: return dict(m)
        if k == 3:
            d = {}
            d.update(m)
            return d
        if k == 4:
            d = {}
            d |= m
            return d
        if k == 5: return {} | m
        if k == 6: return f(a=1, **m)
        if k == 7: return dict(m, z=1)
    except (TypeError, AttributeError, KeyError) as e:
        return type(e).__name__, str(e)
""",
    "who is asked for a length when an iterable is made a list": """
class S:
    def __init__(self, v: int):
        self.v = v
        self.n = 0
    def __iter__(self):
        return iter([1, 2])
    def __len__(self):
        self.n += 1
        if self.v == 0: raise ValueError("len")
        if self.v == 1: raise TypeError("len")
        return self.v - 3
def target(a: S, k: int):
    try:
        if k == 0: r = list(a)
        elif k == 1: r = tuple(a)
        elif k == 2: r = [*a]
        elif k == 3: r = sorted(a)
        elif k == 4: r = [1]; r.extend(a)
        elif k == 5: r = set(a)
        elif k == 6: r = sum(a)
        elif k == 7: r = max(a)
        elif k == 8: r = (*a,)
        elif k == 9: r = [x for x in a]
        elif k == 10: x, y = a; r = x
        elif k == 11: r = list(map(abs, a))
        elif k == 12: r = list(reversed([*a]))
        elif k == 13: r = dict.fromkeys(a)
        elif k == 14: r = list(enumerate(a))
        elif k == 15: r = [0]; r += a
        elif k == 16: r = [0]; r[:] = a
        elif k == 17: r = ''.join(map(str, a))
        elif k == 18: r = bytes(a)
        else: r = bool(a)
        return r, a.n
    except (TypeError, ValueError) as e:
        return type(e).__name__, str(e), a.n
""",
    "an __init__ after a __new__ has to return None": """
class A:
    def __new__(cls, v):
        if v == 0: return 5
        if v == 1: return None
        return super().__new__(cls)
    def __init__(self, v):
        self.v = v
        if v == 2: return 7
def target(n: int):
    x = A(n)
    return x if not isinstance(x, A) else x.v
""",
    "an AttributeError of a property asks __getattr__": """
class A:
    def __init__(self, v: int):
        self.v = v
    @property
    def p(self):
        if self.v == 0: raise AttributeError("inner")
        if self.v == 1: raise KeyError("k")
        return self.v
    def __getattr__(self, name):
        if self.v == 0 and name == 'q': raise AttributeError(name)
        return name
def target(a: A):
    return a.p, getattr(a, 'q', 'dflt'), hasattr(a, 'q'), a.zz
""",
    "hasattr(), getattr() and patterns run properties": """
class A:
    def __init__(self, v: int):
        self.v = v
    @property
    def p(self):
        if self.v == 0: raise AttributeError("inner")
        if self.v == 1: raise KeyError("k")
        self.v += 10
        return self.v
def target(a: A, k: int):
    try:
        if k == 0: return hasattr(a, 'p'), a.v
        if k == 1: return getattr(a, 'p', 'dflt')
        if k == 2: return getattr(a, 'p')
        if k == 3:
            match a:
                case A(p=12): return 'twelve'
                case A(p=x): return x
            return 'none'
        if k == 4:
            match a:
                case A(v=2, p=x): return x
                case A(v=y): return y
        return hasattr(a, 'v'), hasattr(a, 'nope'), getattr(a, 'nope', 3)
    except KeyError as e:
        return 'KE', a.v
""",
    "hasattr() and getattr() ask descriptors and __getattr__": """
class D:
    def __get__(self, obj, cls):
        if obj is None: return 'cls'
        if obj.v == 0: raise AttributeError('d')
        return 'd'
class A:
    d = D()
    def __init__(self, v: int):
        self.v = v
        if v == 3: self.w = 1
    def __getattr__(self, name):
        if self.v == 1: raise AttributeError(name)
        return 'got ' + name
def target(a: A, k: int):
    if k == 0: return a.d, hasattr(a, 'd')
    if k == 1: return getattr(a, 'zz', 5), hasattr(a, 'zz')
    if k == 2: return getattr(a, 'd', 6)
    if k == 3:
        del a.v
        return 0
    b = A(k)
    return getattr(b, 'w', 'no'), hasattr(b, 'w')
""",
    "a class pattern reads all attributes before it looks at one": """
class A:
    __match_args__ = ('v', 'p')
    def __init__(self, v: int):
        self.v = v
        self.log = []
    @property
    def p(self):
        self.log.append('p')
        return self.v + 1
    @property
    def q(self):
        self.log.append('q')
        if self.v == 2: raise AttributeError
        return 5
def target(a: A):
    match a:
        case A(0, 5): r = 1
        case A(v=1, q=x): r = x
        case A(2, q=6): r = 'six'
        case A(_, y, q=z): r = (y, z)
        case _: r = 'no'
    return r, a.log
""",
    "dicts and sets remember the hashes of their keys": """
calls = []
class H:
    def __init__(self, v: int):
        self.v = v
    def __hash__(self):
        calls.append('h')
        return self.v
    def __eq__(self, o):
        calls.append('e')
        return isinstance(o, H) and self.v == o.v
def target(a: H, b: H, k: int):
    calls.clear()
    if k == 0: r = {a} == {b}
    elif k == 1: r = {a: 1} == {b: 1}
    elif k == 2: r = {a} <= {b}
    elif k == 3: r = {a} < {b}
    elif k == 4: r = len({a} | {b})
    elif k == 5: r = len({**{a: 1}, **{b: 2}})
    elif k == 6: r = len({a: 1} | {b: 2})
    elif k == 7: r = len(dict({a: 1}))
    elif k == 8: r = {a}.isdisjoint({b})
    elif k == 9: r = len(set({a: 1, b: 2}))
    elif k == 10:
        s = {a}
        s.update({b})
        r = len(s)
    elif k == 11: r = {a}.issubset([b])
    elif k == 12: r = {a: 1}.keys() == {b}
    elif k == 14: r = {a: 1}.items() == {b: 1}.items()
    elif k == 15: r = frozenset([a]) == frozenset([b])
    elif k == 16: r = {a} != {b}
    elif k == 17: r = len(dict.fromkeys([a, b]))
    elif k == 18: r = sorted({a: 1, b: 2}.values())
    elif k == 19:
        d = {a: 1}
        d.update({b: 2})
        r = len(d)
    elif k == 20: r = {a}.intersection({b}) == set()
    elif k == 21: r = {a}.copy() == {a}
    else: r = {a: {b}} == {a: {b}}
    return r if not isinstance(r, set) else len(r), list(calls)
""",
    "hashes that are refused, and comparisons that raise": """
class H:
    def __init__(self, v: int):
        self.v = v
    def __hash__(self):
        if self.v == 0: raise ValueError("h")
        return self.v
    def __eq__(self, o):
        if not isinstance(o, H): return NotImplemented
        if self.v == 1: raise KeyError("eq")
        return self.v == o.v
def target(a: H, b: H, k: int):
    try:
        if k == 0: return len({a, b})
        if k == 1: return {a: 1}.get(b, 'no')
        if k == 2: return a in {b: 1}
        if k == 3: return (a, 1) in {(b, 1)}
        if k == 4: return [a].index(b)
        if k == 5: return {a} == {b}
        if k == 6: return {a: 1} == {b: 1}
        if k == 7: return frozenset([a]) & {b}
        if k == 8: return dict([(a, 1), (b, 2)])[a]
        if k == 9: return {a} - {b} == set()
        return len({1: a, **{2: b}})
    except (ValueError, KeyError) as e:
        return type(e).__name__, str(e)
""",
    "lists that change while they are searched and compared": """
box = []
other = []
class E:
    def __init__(self, v: int):
        self.v = v
    def __eq__(self, o):
        if self.v == 0: box.clear()
        if self.v == 2: other.clear(); box.clear()
        return self.v == o.v
    def __lt__(self, o):
        return self.v < o.v
def target(a: E, b: E, k: int):
    box[:] = [a, b]
    other[:] = [b, a]
    try:
        if k == 0: r = box.index(b)
        elif k == 1: r = box.remove(b)
        elif k == 2: r = box.count(b)
        elif k == 3: r = b in box
        elif k == 4: r = box == other
        elif k == 5: r = box < other
        elif k == 6: r = box != other
        elif k == 7: r = box.index(b, 1)
        elif k == 8: r = (a, b) == (b, a)
        else: r = sorted([box, other]) is None
        return r, len(box), len(other)
    except (ValueError, IndexError) as e:
        return type(e).__name__, len(box)
""",
    "deques that change while they are searched and compared": """
from collections import deque
box = deque()
class E:
    def __init__(self, v: int):
        self.v = v
    def __eq__(self, o):
        if self.v == 0: box.clear()
        if self.v == 1: box.append(self)
        return self.v == o.v
def target(a: E, b: E, k: int):
    box.clear()
    box.extend([a, b])
    try:
        if k == 0: r = box.index(b)
        elif k == 1: r = box.remove(b)
        elif k == 2: r = box.count(b)
        elif k == 3: r = b in box
        elif k == 4: r = box == deque([b, a])
        else: r = box < deque([b, a])
        return r, len(box)
    except (ValueError, IndexError, RuntimeError, TypeError) as e:
        return type(e).__name__, len(box)
""",
    "a cache hashes a key once": """
from functools import lru_cache
class K:
    def __init__(self, v: int): self.v = v
    def __hash__(self): return self.v
    def __eq__(self, o): return self.v == o.v
def target(a: K, b: K):
    calls = []
    @lru_cache
    def f(x):
        calls.append(x.v)
        return x.v
    return f(a), f(b), f(a), len(calls)
""",
    "protocols are fitted by what has their members": """
from typing import Protocol, runtime_checkable
@runtime_checkable
class P(Protocol):
    name: str
    def go(self) -> int: ...
@runtime_checkable
class Q(P, Protocol):
    def stop(self) -> int: ...
class A:
    def __init__(self, name: str): self.name = name
    def go(self): return 1
class B(A):
    def stop(self): return 2
class C:
    def __init__(self, n: int):
        self.n = n
class N(Protocol):
    def go(self) -> int: ...
def target(x: A | C | None, k: int):
    if k == 1:
        try: return isinstance(x, N)
        except TypeError as e: return str(e)
    if k == 2:
        match x:
            case P(): return 'P'
            case _: return 'no'
    return isinstance(x, P), isinstance(x, Q), isinstance(k, P)
""",
    "classes that were registered with an abstract one": """
from abc import ABC
class S(ABC): pass
class A:
    def __init__(self, v: int): self.v = v
class B:
    def __init__(self, v: int): self.v = v
class C(S):
    def __init__(self, v: int): self.v = v
S.register(A)
S.register(int)
def target(a: A | B | C | None, n: int):
    alone = isinstance(a, S), isinstance(n, S), isinstance([], S), issubclass(A, S)
    return alone, isinstance(a, (B, S))
""",
    "another name of a member of an enum": """
from enum import Enum, IntEnum
class C(Enum):
    R = 1
    G = 2
    B = 1
def target(s: str):
    try:
        return C["B"] is C.R, C[s].name, C[s] is C.R
    except KeyError as e:
        return str(e)
""",
    "what % takes for a mapping": """
class M:
    def __init__(self, v: int): self.v = v
    def __getitem__(self, k): return k
class I:
    def __init__(self, v: int): self.v = v
    def __iter__(self): return iter([1])
from collections import defaultdict, deque
def target(m: M, i: I, xs: list[int], d: dict[str, int], k: int):
    try:
        if k == 0: return 'x' % m
        if k == 1: return 'x' % i
        if k == 2: return 'x' % xs
        if k == 3: return '%(a)s' % xs
        if k == 4: return '%(a)s' % defaultdict(int)
        if k == 5: return '%(a)d' % d
        if k == 6: return 'x' % range(k)
        if k == 7: return 'x' % b'abc'
        if k == 8: return '%(a)s' % b'abc'
        if k == 9: return 'x' % {1}
        if k == 10: return 'x' % None
        if k == 11: return '%(a)s' % range(2)
        if k == 12: return 'x' % deque([1])
        if k == 13: return '%(a)s' % i
        if k == 14: return 'x' % d
        if k == 15: return '%(a)s' % (1,)
        return '%(a)s %s' % d
    except (TypeError, KeyError) as e:
        return type(e).__name__, str(e)
""",
    "what % says of templates that do not fit": """
def target(n: int, s: str, k: int):
    try:
        if k == 0: return '%q' % n
        if k == 1: return '%s %5' % (n,)
        if k == 2: return '%(a' % {'a': n}
        if k == 3: return '% %' % n
        if k == 4: return '% %' % ()
        if k == 5: return '%*s' % (s, n)
        if k == 6: return '%*s' % (3, s)
        if k == 7: return '%s%\\x01' % (n, n)
        if k == 8: return '%(a)' % {'a': n}
        if k == 9: return '%*s' % (3,)
        if k == 10: return '%d %s %z' % (n, s, n)
        if k == 11: return '%d' % s
        if k == 12: return '%5%' % ()
        if k == 13: return '%(a)%' % {'a': n}
        if k == 14: return '%*d' % (True, n)
    except (ValueError, TypeError) as e:
        return type(e).__name__, str(e)
""",
    "bytes on the right of an operator": """
def target(s: str, xs: list[int], k: int, n: int):
    b = b'ab'
    try:
        if k == 0: return 'x' % b
        if k == 1: return '%s' % b
        if k == 2: return s + b
        if k == 3: return xs + b
        if k == 4: return (1,) + b
        if k == 5: return n + b
        if k == 6: return {1} | b
        if k == 7: return n * b
        if k == 8: return xs * b
        if k == 9: return b + s
        if k == 10: return b - b
        if k == 11: return n % b
        if k == 12: return {1: 2} | b
        if k == 13:
            xs += b
            return xs
        if k == 14: return 1.5 * b
        if k == 15: return s * b
        if k == 16: return b * b
        if k == 17: return b + xs
        if k == 18: return s < b
        if k == 19: return b in s
        if k == 20: return s in b
        if k == 21: return s == b, b == s, b != s, xs == b
        if k == 22: return '%s %r' % (b, b)
        if k == 23: return f'{b} {b!r:>8}'
        if k == 24: return f'{b:>8}'
        if k == 25: return s.join([b])
        if k == 26: return s.find(b)
        if k == 27: return b[n]
        if k == 28: return b.find(s)
        if k == 29: return int(b), int(b'12')
        if k == 30: return {b: 1}.get(s), {b: 1}[b'ab']
    except (ValueError, TypeError, IndexError) as e:
        return type(e).__name__, str(e)
""",
    "an __exit__ is looked for before __enter__ is called": """
class A:
    def __init__(self, v: int): self.v = v
    def __enter__(self): return 1
class B:
    def __init__(self, v: int): self.v = v
    def __exit__(self, *a): return 1
class C:
    def __init__(self, v: int): self.v = v
def target(x: A | B | C | None | int):
    try:
        with x: return 'in'
    except (TypeError, AttributeError) as e:
        return type(e).__name__, str(e)
""",
    "nor is an __aexit__ left for later": """
import asyncio
class A:
    def __init__(self, v: int): self.v = v
    async def __aenter__(self):
        self.v = 1
class B:
    def __init__(self, v: int): self.v = v
async def go(x):
    try:
        async with x: return 'in'
    except TypeError as e:
        return str(e), x.v
def target(x: A | B):
    return asyncio.run(go(x))
""",
    "an item is deleted by a class that only sets items": """
class A:
    def __init__(self, v: int): self.v = v
    def __setitem__(self, k, x):
        if x == 0: raise TypeError('mine')
        self.v = (k, x)
        return 5
def target(a: A, n: int, k: int):
    try:
        a[k] = n
        if k == 0: del a[k]
        if k == 1: a[k] += 1
        if k == 2: return a[k]
        if k == 3: a[1:2] = n
        return a.v
    except TypeError as e:
        return str(e)
""",
    "and set by one that only deletes them": """
class A:
    def __init__(self, v: int): self.v = v
    def __delitem__(self, k): self.v = k
def target(a: A, k: int):
    try:
        if k == 0: a[1] = 2
        if k == 1: a[1] += 2
        del a[k]
        return a.v
    except (TypeError, AttributeError) as e:
        return type(e).__name__, str(e)
""",
    "descriptors that only set or delete": """
class S:
    def __get__(self, o, c=None): return 'got'
    def __set__(self, o, v): o.log.append(v)
class D:
    def __delete__(self, o): o.log.append('del')
class G:
    def __get__(self, o, c=None): return 'g'
class A:
    s = S()
    d = D()
    g = G()
    def __init__(self, v: int):
        self.v = v
        self.log = []
def target(n: int, k: int):
    a = A(n)
    try:
        if k == 0: a.s = n
        if k == 1: del a.s
        if k == 2: a.d = 1
        if k == 3: del a.d
        if k == 4: del a.g
        if k == 5: return a.s, a.g
    except AttributeError as e:
        return str(e), a.log
    return a.log
""",
    "what a StopIteration of the program says is what yield from gives": """
class It:
    def __init__(self, n: int): self.n = n
    def __iter__(self): return self
    def __next__(self):
        self.n -= 1
        if self.n < 0:
            raise StopIteration(self.n) if self.n > -3 else StopIteration
        return self.n
def target(it: It, k: int):
    def g():
        return (yield from it)
    def h():
        r = yield from g()
        yield ('r', r)
    try:
        if k == 0: return list(h())
        if k == 1: return next(it), next(it)
        if k == 2: return [*it], list(h())
        return list(zip(it, it)), list(map(str, it))
    except StopIteration as e:
        return 'stop', e.value, e.args
""",
    "iterables of the program in functions of the library": """
from collections import deque, Counter, OrderedDict, defaultdict
import itertools, functools, heapq, math
log = []
class It:
    def __init__(self, n: int): self.n = n
    def __iter__(self):
        log.append('i')
        if self.n == 3: raise TypeError('mine')
        for i in range(self.n):
            log.append(i)
            if i == 1: raise KeyError(i)
            yield i
    def __len__(self):
        log.append('l')
        return self.n
def target(it: It, k: int):
    log.clear()
    try:
        if k == 0: r = deque(it)
        elif k == 1: r = deque(it, maxlen=1)
        elif k == 2:
            r = deque()
            r.extendleft(it)
        elif k == 3: r = Counter(it)
        elif k == 4: r = dict.fromkeys(it, 0)
        elif k == 5: r = {0}.intersection(it)
        elif k == 6: r = {0}.difference(it)
        elif k == 7: r = {0}.issubset(it)
        elif k == 8: r = {0}.issuperset(it)
        elif k == 9: r = list(itertools.chain(it, it))
        elif k == 10: r = list(itertools.chain.from_iterable([it]))
        elif k == 11: r = functools.reduce(lambda a, b: a + b, it)
        elif k == 12: r = list(itertools.islice(it, 1))
        elif k == 13: r = list(itertools.product(it, [1]))
        elif k == 14: r = list(zip(it, it))
        elif k == 15: r = math.prod(it)
        elif k == 16: r = heapq.nsmallest(1, it)
        elif k == 19: r = any(x == 0 for x in it)
        elif k == 46: r = {0}.symmetric_difference(it)
        elif k == 47: r = {0}.isdisjoint(it)
        elif k == 48: r = {0}.union(it)
        else:
            r = [9]
            r[1:1] = it
        return str(type(r).__name__), list(log)
    except (KeyError, TypeError, ValueError) as e:
        return type(e).__name__, str(e), list(log)
""",
    "a set stands for a frozen one when it is looked for": """
def target(a: set[int], s: set[int], k: int):
    t = {frozenset(s), 1}
    f = frozenset([frozenset(s)])
    try:
        if k == 0: return a in t, a in f, a not in f
        if k == 1: t.remove(a)
        elif k == 2: t.discard(a)
        elif k == 3: t.add(a)
        elif k == 4: return a in {1: 2}
        elif k == 5: return [] in t
        elif k == 6: return {1: 2} in t
        elif k == 7: return (a,) in t
        elif k == 8: return {1}.isdisjoint([a])
        elif k == 9: return a in {1: 2}.keys()
        elif k == 10: return {} .get(a)
    except (TypeError, KeyError) as e:
        return type(e).__name__, len(t)
    return len(t)
""",
    "the smallest and largest of a heap compare no more than needed": """
import heapq
def target(xs: list[int], n: int, x: float, k: int):
    try:
        if k == 0: return heapq.nsmallest(n, xs), heapq.nlargest(n, xs)
        if k == 1: return heapq.nsmallest(n, [1, 'a'])
        if k == 2: return heapq.nsmallest(1, [1.0, x, 0.0])[0] == 0.0
        if k == 3: return heapq.nsmallest(n, xs, key=lambda v: 1 // v)
        if k == 4: return heapq.nlargest(1, [], key=abs)
        return heapq.nlargest(n, 5)
    except (TypeError, ZeroDivisionError) as e:
        return type(e).__name__, str(e)
""",
    "sets are taken in the order of iteration": """
from collections import deque, Counter, OrderedDict
import itertools, heapq
def target(a: int, b: int, k: int):
    s = {a, b}
    f = frozenset([a, b])
    if k == 0: return list(deque(s)), list(deque(f, maxlen=1))
    if k == 1:
        d = deque([9])
        d.extendleft(s)
        d.extend(s)
        return list(d)
    if k == 2: return list(Counter(s)), list(OrderedDict.fromkeys(f))
    if k == 3: return list(dict({(a, 1), (a, 1)}))
    if k == 4: return list(itertools.chain(s, f)), list(map(abs, s)), list(filter(None, s))
    if k == 5:
        xs = [1]
        xs += s
        xs[0:0] = f
        xs.extend(s)
        return xs
    if k == 6: return heapq.nsmallest(2, s), sorted(s, key=lambda x: 0)
    if k == 7: return list(dict.fromkeys(s, 1)), dict(zip(s, 'ab')), {x: 1 for x in s}
    if k == 8: return ' '.join(map(str, s)), list(enumerate(f)), list(itertools.product(s, s))
    if k == 9: return list({a: 1, b: 2}.keys() & s), list(s | {5}), list(s - {1}), list(s ^ {1, 2})
    if k == 10: return list(set(s)), list(frozenset(s)), list(s.copy()), list(s.union([7]))
    t = (*s, 0)
    return t, max(s, key=lambda x: x % 2), min(f, key=lambda x: x % 2)
""",
    "count() adds before it gives a number": """
from itertools import count, accumulate, islice
class N:
    def __init__(self, v: int): self.v = v
    def __index__(self): return self.v
    def __add__(self, o):
        if self.v == 1: raise ValueError('add')
        return N(self.v + o)
    def __iadd__(self, o): raise KeyError('iadd')
class M:
    def __init__(self, v: int): self.v = v
    def __float__(self): return 1.0
def target(n: N, m: M, k: int):
    try:
        if k == 0: return next(count(n)).v
        if k == 1: return [x.v for x in islice(count(n, 2), 2)]
        if k == 2: return next(count(m))
        return next(count('a')) if k == 3 else next(count(k, 0.5))
    except (ValueError, KeyError, TypeError) as e:
        return type(e).__name__, str(e)
""",
    "members of enums are ordered by their own methods": """
from enum import Enum, IntEnum
from functools import total_ordering
class Coin(Enum):
    P = 1
    N = 5
    def __add__(self, o): return self.value + (o.value if isinstance(o, Coin) else o)
    __radd__ = __add__
    def __lt__(self, o): return self.value < o.value
def target(cs: list[Coin], c: Coin, k: int):
    if k == 0: return sum(cs), sorted(cs), max(cs, default=None), min(c, Coin.N)
    if k == 1: return (1, c) < (1, Coin.N), [c] < [Coin.N], sorted(cs, reverse=True)
    if k == 2: return sorted(cs, key=lambda x: (x, 1)), max(cs, key=lambda x: x, default=c)
    cs.sort()
    return cs, c < Coin.P, c > Coin.P
""",
    "members that are numbers have an order of their own": """
from enum import IntEnum
class P(IntEnum):
    LOW = 1
    HIGH = 2
    def __lt__(self, o): return int(self) > int(o)
def target(a: P, b: P, n: int):
    return a < b, a > b, sorted([a, b]), min(a, b), a < n, n < a, max(a, n), a <= b, sorted([3, a])
""",
    "members of enums are compared and hashed by their own methods": """
from enum import Enum
log = []
class E(Enum):
    A = 1
    B = 2
    def __eq__(self, o):
        log.append('e')
        return isinstance(o, E) and self.value == o.value or o == self.value
    def __hash__(self):
        log.append('h')
        return hash(self.value)
    def __bool__(self): return self.value == 2
    def __len__(self): return self.value
    def __str__(self): return f's{self.value}'
    def __iter__(self): return iter([self.value])
    def __contains__(self, x): return x == self.value
    def __getitem__(self, i): return self.value + i
    def __call__(self, x): return x * self.value
def target(a: E, b: E, n: int, k: int):
    log.clear()
    if k == 0: r = a == b, a != b, a == n, n == a
    elif k == 1: r = a in [b], [a] == [b], [a, b].index(b), [a, b].count(b)
    elif k == 2: r = len({a, b}), {a: 1}.get(b)
    elif k == 3: r = bool(a), len(a), 1 if a else 2, list(a), n in a, a[n], a(n)
    elif k == 4: r = str(a), f'{a}', '%s' % a, repr(a)
    else: r = any([a, b]), all([a, b]), list(filter(None, [a, b])), sorted([a, b], key=len)
    return r, list(log)
""",
    "different members may be equal, or refuse to be hashed": """
from enum import Enum
class E(Enum):
    A = 1
    B = 2
    C = 3
    def __eq__(self, o): return isinstance(o, E) and self.value % 2 == o.value % 2
    def __hash__(self): return self.value % 2
class U(Enum):
    A = 1
    B = 2
    def __eq__(self, o): return True
def target(a: E, b: E, u: U, k: int):
    try:
        if k == 0: return a in [b], [a] == [b], (a, 1) == (b, 1), [a, b].index(b), [b].count(a)
        if k == 1: return len({a, b}), {a: 1}.get(b), b in {a}, {a} == {b}
        if k == 2: return {u}
        if k == 3: return u in [1], u in [], [u] == [5], u == 7
        return {a: 1} == {b: 1}, {1: a} == {1: b}
    except TypeError as e:
        return str(e)
""",
    "exceptions with special methods": """
class E(Exception):
    def __eq__(self, o): return isinstance(o, E) and self.args == o.args
    def __hash__(self): return len(self.args)
    def __bool__(self): return bool(self.args)
    def __len__(self): return 3
    def __lt__(self, o): return self.args < o.args
    def __iter__(self): return iter(self.args)
    def __add__(self, o): return 'add'
    def __contains__(self, x): return x in self.args
    def __getitem__(self, i): return self.args[i]
    def __call__(self): return 'called'
def target(n: int, m: int, k: int):
    a, b = E(n), E(m)
    if k == 0: return a == b, a != b, a in [b], [a] == [b]
    if k == 1: return len({a, b}), {a: 1}.get(b)
    if k == 2: return bool(E()), len(a), 1 if a else 2
    if k == 3: return a < b, max(a, b).args, [x.args for x in sorted([a, b])]
    return list(a), a + 1, n in a, a[0], a()
""",
    "named tuples that redefine some methods of tuples": """
from typing import NamedTuple
class P(NamedTuple):
    x: int
    y: int = 0
    def __eq__(self, o): return self.x == o[0]
    def __lt__(self, o): return self.y < o[1]
    def __add__(self, o): return P(self.x + o.x, self.y + o.y)
    def __len__(self): return 7
    def __contains__(self, v): return v == 'in'
    def __hash__(self): return 1
    def __bool__(self): return self.x > 0
    def __str__(self): return 'P!'
    def __iter__(self): return iter([self.y, self.x])
def target(p: P, n: int, k: int):
    q = P(n, 1)
    if k == 0: return p == q, p in [q], [p] == [q]
    if k == 1: return p < q, max(p, q)[0], sorted([p, q])[0][0]
    if k == 2: return (p + q)[0], len(p), n in p, bool(p), str(p), f'{p}'
    if k == 3: return len({p, q}), list(p), [*p], p[0], p.x, p[:1]
    a, b = p
    return a, b, tuple(p), dict([p])
""",
    "methods of one object are equal": """
class A:
    def __init__(self, v: int): self.v = v
    def m(self): return self.v
def target(a: A, b: A):
    return a.m == b.m, a.m == a.m, a.m in [b.m], {a.m: 1}.get(b.m) if a is b else None, A.m(b)
""",
    "a key of an unpacked dict may be the name of any other argument": """
def target(d: dict[str, int], e: dict[str, int], k: int):
    try:
        if k == 0: return dict(**d, b=1)
        if k == 1: return dict(**d, **e)
        if k == 2:
            x = {}
            x.update(b=1, **d)
            return x
    except TypeError as error:
        return str(error)
""",
    "iterators and views have classes": """
def target(xs: list[int]):
    told = {frozenset(reversed(xs)), frozenset(xs[1:])}
    kinds = [type(each).__name__ for each in (iter(xs), reversed(xs), {}.items(), iter({*xs}))]
    return told, kinds, isinstance(reversed(xs), list)
""",
    "values of the library that are kept are what CPython keeps": """
import collections, functools, io, math, operator, queue, re, typing
class Lexer:
    def __init__(self, text: str):
        self.rule = re.compile("a+")
        self.first = self.rule.match(text)
        self.lines = io.StringIO()
        self.todo = queue.Queue()
        self.twice = functools.partial(max, 2)
        self.key, self.library, self.kind = operator.itemgetter(0), math, typing.List[int]
def target(text: str, d: dict[int, int]):
    views = d.keys()
    return Lexer(text), [views, views], collections.ChainMap(d), str.upper
""",
    "what is gathered is awaitable": """
import asyncio
class Ready:
    def __await__(self):
        yield from asyncio.sleep(0).__await__()
        return 3
def target(n: int, told: bool):
    async def both():
        return await asyncio.gather(Ready(), n if n else Ready(), return_exceptions=told)
    try:
        return asyncio.run(both())
    except TypeError as e:
        return str(e)
""",
    "an iterator that is kept or returned is one, and a coroutine is run": """
class Words:
    def __init__(self, words: list[str]):
        self.left = iter(words)
        self.others = [reversed(words), map(len, words), zip(words), (w for w in words)]
async def late(n: int):
    return n
def target(words: list[str], n: int):
    kept = Words(words)
    next(kept.left, None)
    return late(n) if n > 0 else (kept, {1: late}, late(n)) if n else late
""",
    "builtin functions and classes have types": """
import abc, asyncio, enum, json, re
class Base(abc.ABC):
    pass
class Kind(enum.Enum):
    A = 1
def target(k: int):
    try:
        if k == 0: return [*len]
        if k == 1: return [*Base]
        if k == 2: return re.match + k
        if k == 3: return str.upper + "a"
        if k == -1: return Base < asyncio.sleep[k]
        return [*Kind] == [Kind.A]
    except TypeError as error:
        return str(error)
""",
    "an event loop counts in floats, and integers may be too large for them": """
import asyncio
async def sleeps(n: int):
    await asyncio.sleep(n)
    return n
def target(p: int, told: bool):
    async def both():
        return await asyncio.gather(sleeps(1), sleeps(p), return_exceptions=told)
    try:
        return [type(each) for each in asyncio.run(both())]
    except OverflowError as e:
        return str(e)
""",
    "a tuple of the library with a class of its own is the tuple that it is": """
import sys
V = sys.version_info
def target(n: int):
    first, *_ = V
    return V >= (3, 9), V < (n, 9), (3, 9) <= V, V == tuple(V), [*V] == list(V), first + n
""",
}


_COPIES_WITH_CHANGES = """
import copy, collections, datetime
from dataclasses import dataclass
from typing import NamedTuple
@dataclass(frozen=True)
class P:
    x: int
    y: int = 2
class N(NamedTuple):
    a: int
    b: int = 1
class Own:
    def __init__(self, v: int): self.v = v
    def __replace__(self, /, **changes): return Own(changes.get("v", 9))
class No:
    __replace__ = None
class Inst:
    def __init__(self): self.__replace__ = lambda **k: 5
def target(k: int, n: int):
    try:
        if k == 0: return copy.replace(P(n), y=n).y
        if k == 1: return copy.replace(N(n), b=n)[1]
        if k == 2: return copy.replace(Own(n), v=n).v
        if k == 3: return copy.replace(No(), v=n)
        if k == 4: return copy.replace(P(n), z=n)
        if k == 5: return copy.replace(N(n), z=n)
        if k == 6: return copy.replace([n])
        if k == 7: return copy.replace(None, obj=2)
        if k == 8: return copy.replace(Own, v=2)
        if k == 9: return copy.replace(Inst(), v=2)
        if k == 10: return copy.replace(datetime.date(2020, 1, 2), day=3).day
        if k == 11: return copy.replace(Own(n)).v
    except (TypeError, ValueError, AttributeError) as e:
        return type(e).__name__, str(e)
"""


@pytest.mark.skipif(sys.version_info < (3, 13), reason="there is no copy.replace")
def test_copies_with_changes(tmp_path: Path) -> None:
    agrees_with_cpython(_COPIES_WITH_CHANGES, tmp_path / "copies_with_changes.py")


@pytest.mark.parametrize("name", _PROGRAMS)
def test_cpython_agrees(name: str, tmp_path: Path) -> None:
    agrees_with_cpython(_PROGRAMS[name], tmp_path / f"by_hand_{list(_PROGRAMS).index(name)}.py")


def test_what_is_in_a_flag_is_not_told(tmp_path: Path) -> None:
    """That a flag is no container was."""
    source = (
        "from enum import Flag\n\nclass Right(Flag):\n    READ = 1\n    WRITE = 2\n\n"
        "def target(n: int):\n    return Right.READ in Right(n)\n"
    )
    leaves_open(source, tmp_path / "in_a_flag.py", "in a Right, which is a flag")


_NO_PLAIN_FUNCTIONS = (
    "staticmethod(lambda *a: 1)",
    "classmethod(lambda *a: 1)",
    "property(lambda self: lambda *a: 1)",
    "functools.partialmethod(lambda *a: 1)",
    "type('Called', (), {'__call__': lambda *a: 1})()",
)


@pytest.mark.parametrize("thing", _NO_PLAIN_FUNCTIONS)
def test_special_methods_that_are_no_plain_functions_are_not_overlooked(
    thing: str, tmp_path: Path
) -> None:
    """Classes were told to have none: a TypeError, or another value, was invented."""
    names = ("eq", "len", "bool", "contains", "add", "lt", "getitem", "call", "hash")
    uses = ("h == n", "len(h)", "not h", "n in h", "h + n", "h < n", "h[n]", "h(n)", "{h: n}")
    lines = [f"    __{name}__ = {thing}\n" for name in names]
    cases = [f"    if n == {k}: return {use}\n" for k, use in enumerate(uses)]
    file = tmp_path / "no_plain_functions.py"
    file.write_text(
        f"import functools\nclass H:\n{''.join(lines)}"
        f"def use(n: int):\n    h = H()\n{''.join(cases)}"
    )
    found = [path.outcome.kind for path in explore(f"{file}:use")]
    assert found.count(OutcomeKind.UNSUPPORTED) == len(uses)
    assert found.count(OutcomeKind.RETURNED) == 1


def test_properties_that_hasattr_runs_are_not_passed_over(tmp_path: Path) -> None:
    source = (
        "import enum\n\nclass Color(enum.Enum):\n    RED = 1\n    @property\n"
        "    def label(self): return 1 // 0\n\n"
        "def target(n: int):\n    return hasattr(Color.RED, 'label')\n"
    )
    leaves_open(source, tmp_path / "subject_of_hasattr.py", "which runs code")


def test_numbers_of_the_program_are_not_refused(tmp_path: Path) -> None:
    """Not followed either, and said so."""
    source = (
        "from collections import deque\nfrom itertools import count, islice\n\n"
        "class Number:\n    def __init__(self, v: int):\n        self.v = v\n"
        "    def __index__(self):\n        return self.v\n"
        "    def __float__(self):\n        return 1.0\n\n"
        "def target(n: Number, k: int):\n"
        "    if k == 0:\n        return list(islice([1, 2], n))\n"
        "    if k == 1:\n        return complex(n)\n"
        "    if k == 2:\n        return deque([1]).rotate(n)\n"
        "    if k == 3:\n        return round(2.5, n)\n"
        "    return next(count(n))\n"
    )
    leaves_open(source, tmp_path / "subject_of_numbers.py", "__index__")


def test_flags_that_are_combined_are_not_refused(tmp_path: Path) -> None:
    """A ValueError was invented where a number is several members at once, or none."""
    source = (
        "from enum import Flag\n\nclass Right(Flag):\n    READ = 1\n    WRITE = 2\n\n"
        "def target(n: int):\n    return Right(3 if n else 0)\n"
    )
    leaves_open(source, tmp_path / "subject_of_flags.py", "combined")


def test_exceptions_that_look_alike_may_be_two(tmp_path: Path) -> None:
    source = (
        "def target(n: int):\n    error = KeyError(n)\n"
        "    assert error == error and error is error\n"
        "    return error == KeyError(n) if n else KeyError(1) == KeyError(n)\n"
    )
    leaves_open(source, tmp_path / "subject_of_exceptions.py", "look alike")


def test_hashes_are_integers_and_what_is_not_done_with_them_is_unsupported(tmp_path: Path) -> None:
    """A TypeError about a value that is none of Python's was invented for each of these."""
    uses = ("-hash(b)", "~id(b)", "abs(hash(b))", "xs[id(b)]", "isinstance(hash(b), str)")
    for use in uses:
        file = tmp_path / "hashes.py"
        file.write_text(
            f"class Box: pass\ndef use(b: Box, xs: list[int]) -> object:\n    return {use}\n"
        )
        kinds = {path.outcome.kind for path in explore(f"{file}:use")}
        assert kinds == {OutcomeKind.UNSUPPORTED}, use
