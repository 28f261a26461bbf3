"""D5: the texts of exceptions that statements, calls and attributes raise are CPython's."""

from __future__ import annotations

from pathlib import Path

import pytest

from against_cpython import agreed, functions, write
from heapwise.api import explore

SOURCE = r"""
from __future__ import annotations


import abc
import bisect
import enum


from dataclasses import dataclass, FrozenInstanceError


from typing import NamedTuple


from collections import namedtuple


class A:

    def __init__(self, x: int) -> None:
        self.x = x

    def m(self, a, b=1):
        return a

    @property
    def p(self):
        return 1

    @staticmethod
    def s(a):
        return a

    @classmethod
    def c(cls, a):
        return a


class S:
    __slots__ = ('x',)

    def __init__(self, x: int) -> None:
        self.x = x


class Abs(abc.ABC):

    @abc.abstractmethod
    def f(self):
        ...


class Abs2(abc.ABC):

    @abc.abstractmethod
    def f(self):
        ...

    @abc.abstractmethod
    def g(self):
        ...


@dataclass(frozen=True)
class F:
    x: int


@dataclass
class D:
    x: int
    y: int = 0


class NT(NamedTuple):
    a: int
    b: int = 2


class Plain:
    pass


def f0():
    return 0


def f1(a):
    return a


def f2(a, b, c=1):
    return a


def f3(a, *, k, l):
    return a


def f4(a, /, b):
    return a


def f5(*args, **kw):
    return args


def f6(a, b, *, c):
    return a


def case_call1(n: int):
    return f1()


def case_call2(n: int):
    return f2(1, 2, 3, 4)


def case_call3(n: int):
    return f2()


def case_call4(n: int):
    return f3(1)


def case_call5(n: int):
    return f3(1, 2, k=1, l=2)


def case_call6(n: int):
    return f4(a=1, b=2)


def case_call7(n: int):
    return f1(1, a=2)


def case_call8(n: int):
    return f1(1, z=2)


def case_call9(n: int):
    return f0(n)


def case_call10(n: int):
    return f2(1, b=2, c=3, d=4)


def case_call11(n: int):
    return f1(*[1, 2])


def case_call12(n: int):
    return f1(**{'a': 1, 'b': 2})


def case_call13(n: int):
    return f1(**{1: 2})


def case_call14(n: int):
    return f1(1, **{'a': 2})


def case_call15(n: int):
    return n()


def case_keyword_twice(a: A, n: int):
    if n:
        return A(x=n, **{"x": 1})
    return a.m(1, b=2, **{"b": n})


def case_bytes_affix(a: A, n: int):
    return chr(n % 3 + 97).encode().removesuffix(a)


def case_bytes_part(a: A, n: int):
    return chr(n % 3 + 97).encode().partition(a)


def case_call16(n: int):
    return 'abc'(1)


def case_call17(n: int):
    return f6(1)


def case_call18(n: int):
    return f6(1, 2, 3, c=1)


def case_call19(n: int):
    return f1(*n)


def case_call21(n: int):
    return f3(1, l=3)


def case_call22(n: int):
    return f2(c=1)


def case_call23(n: int):
    return (lambda x: x)()


def case_call24(n: int):

    def inner(a):
        return a
    return inner()


def case_meth1(a: A):
    return a.m()


def case_meth2(a: A):
    return a.m(1, 2, 3)


def case_meth3(a: A):
    return a.s()


def case_meth4(a: A):
    return a.c()


def case_meth5(n: int):
    return A()


def case_meth6(n: int):
    return A(1, 2)


def case_meth7(n: int):
    return Plain(1)


def case_meth8(n: int):
    return A.m(1)


def case_meth9(n: int):
    return A.m()


def case_attr1(a: A):
    return a.zz


def case_attr2(a: A):
    a.p = 3


def case_attr3(a: A):
    del a.p


def case_attr4(a: A):
    del a.zz


def case_attr5(a: A):
    del a.x
    return a.x


def case_attr6(n: int):
    return n.zz


def case_attr7(n: int):
    n.zz = 1


def case_attr8(n: int):
    return A.zz


def case_attr9(a: A | None):
    return a.x


def case_attr10(a: A | None):
    a.x = 1


def case_attr11(s: S):
    s.y = 1


def case_attr13(n: int):
    return [].zz


def case_attr14(n: int):
    return f1.zz if n == 77 else ''.foo


def case_attr15(xs: list[int]):
    xs.foo = 1


def case_attr16(n: int):
    return ().foo


def case_attr17(n: int):
    return None.foo


def case_attr18(n: int):
    return 1.5.foo


def case_attr19(n: int):
    return {}.foo


def case_attr20(n: int):
    return super(A, A(1)).foo


def case_abs1(n: int):
    return Abs()


def case_abs2(n: int):
    return Abs2()


def case_fr1(f: F):
    f.x = 1


def case_fr2(f: F):
    del f.x


def case_dc1(n: int):
    return D()


def case_dc2(n: int):
    return D(1, 2, 3)


def case_dc3(n: int):
    return D(1, z=2)


def case_nt1(n: int):
    return NT()


def case_nt2(n: int):
    return NT(1, 2, 3)


def case_nt3(n: int):
    return NT(1, c=2)


def case_nt4(n: int):
    t = NT(1)
    t.a = 2


def case_nt5(n: int):
    a, b, c = NT(1)


def case_unp1(xs: list[int]):
    a, b = xs


def case_unp2(xs: list[int]):
    a, b, *c = xs


def case_unp3(n: int):
    a, b = n


def case_unp4(n: int):
    a, b = (1, 2, 3)


def case_unp5(n: int):
    (a, b), c = ((1, 2), 3, 4)


def case_unp6(s: str):
    a, b = s


def case_unp7(n: int):
    for a, b in [(1, 2), (3,)]:
        pass


def case_unp8(n: int):
    a, b = range(3)


def case_unp9(n: int):
    a, b = None


def case_it1(n: int):
    for x in n:
        pass


def case_it2(n: int):
    return [*n]


def case_it3(n: int):
    return {**n}


def case_it4(n: int):
    return next(n)


def case_it5(n: int):
    return next([])


def case_it6(n: int):
    return next(iter([]))


def case_it7(n: int):
    return list(n)


def case_it8(n: int):
    return dict(n)


def case_it9(n: int):
    return set(n)


def case_it10(n: int):
    return tuple(None)


def case_it11(n: int):
    return sum(n)


def case_it12(n: int):
    return sorted(n)


def case_it13(n: int):
    return enumerate(n)


def case_it14(n: int):
    return list(zip([1], n))


def case_it15(n: int):
    return list(map(f1, n))


def case_it16(n: int):
    return n in 5


def case_it17(n: int):
    return max(n)


def case_it18(n: int):
    return any(n)


def case_it19(n: int):
    return ''.join(n)


def case_it20(n: int):
    return ''.join([n])


def case_gen1(n: int):

    def g():
        yield 1
    x = g()
    x.send(3)


def case_gen2(n: int):

    def g():
        return 5
        yield
    next(g())


def case_gen3(n: int):

    def g():
        raise StopIteration
        yield
    next(g())


def case_gen4(n: int):

    def g():
        yield from 5
    next(g())


def case_gen5(n: int):

    def g():
        yield next(x)
    x = g()
    next(x)


def case_ctx1(n: int):
    with n:
        pass


def case_ctx2(a: A):
    with a:
        pass


def case_rai1(n: int):
    raise n


def case_rai2(n: int):
    raise A(1)


def case_rai3(n: int):
    raise ValueError from n


def case_rai4(n: int):
    raise


def case_rai5(n: int):
    raise int


def case_rai6(n: int):
    try:
        raise KeyError(n)
    except n:
        pass


def case_sub1(n: int):
    return n[0]


def case_sub2(n: int):
    return None[0]


def case_sub3(n: int):
    n[0] = 1


def case_sub4(n: int):
    del n[0]


def case_sub5(s: str):
    s[0] = 'a'


def case_sub6(a: A):
    return a[0]


def case_sub7(a: A):
    a[0] = 1


def case_sub8(a: A):
    del a[0]


def case_sub9(n: int):
    (1, 2)[0] = n


def case_sub10(n: int):
    del (1, 2)[0]


def case_sub11(n: int):
    return f1[0]


def case_sub12(n: int):
    return {}[n]


def case_sub13(s: str):
    return {}[s]


def case_sub14(n: int):
    return {}[1, n]


def case_sub15(n: int):
    return {}[[]]


def case_sub16(n: int):
    return {1: 2}.pop(n)


def case_sub17(n: int):
    return {[]: 1}


def case_sub18(n: int):
    return {1, 2}.remove(n)


def case_sub22(n: int):
    return bisect.insort(n, 0)


class Shade(enum.Enum):
    DARK = 1


def case_sub21(n: int):
    return Shade[[n]]


def case_sub19(n: int):
    return {n, []}


def case_sub20(a: A):
    return {a: 1}[A(3)] if a.x == 78 else {}[None]


def case_op1(n: int, s: str):
    return n + s


def case_op2(n: int, s: str):
    return s + n


def case_op3(n: int):
    return n + None


def case_op5(n: int):
    return -'a' if n == 79 else -[]


def case_op6(a: A, n: int):
    return a + n


def case_op7(a: A, n: int):
    return n < a


def case_op8(a: A):
    return a < a


def case_op9(n: int):
    return n < 'a'


def case_op10(n: int):
    return [n] < [None] if n else None < n


def case_op11(n: int):
    n += 'a'


def case_op12(n: int):
    n -= None


def case_op13(s: str):
    s -= 1


def case_op14(n: int):
    return ~1.5


def case_op16(n: int):
    return (1 // n, 1 % n)


def case_op18(n: int):
    return 1 / n


def case_op19(n: int):
    return 1.0 / n


def case_op20(n: int):
    return divmod(1, n)


def case_op21(n: int):
    return 1 << n if n < 3 else 0


def case_isi(n: int):
    return isinstance(n, 5)


def case_isu(n: int):
    return issubclass(n, int)


def case_nm1(n: int):
    return undefined_name


def case_nm2(n: int):
    if n:
        x = 1
    return x


def case_asr(n: int):
    assert n, 'text'


def case_asr2(n: int):
    assert n, n


def case_asr3(n: int):
    assert n


def case_fmt1(n: int):
    return f'{n:s}'


def case_fmt2(s: str):
    return f'{s:d}'


def case_fmt3(a: A):
    return f'{a:>3}'


def case_fmt5(n: int):
    return '%d %d' % n


def case_conv1(s: str):
    return int('x1')


def case_conv2(n: int):
    return (float('x1'), n)


def case_conv3(n: int):
    return int(None)


def case_conv4(n: int):
    return int([])


def case_conv5(n: int):
    return float([])


def case_conv6(n: int):
    return int('5', 99)


def case_pop3(n: int):
    return set().pop()


def case_pop4(n: int):
    return {}.popitem()


def case_len1(n: int):
    return len(n)


def case_len2(a: A):
    return len(a)


def case_hash1(n: int):
    return hash([])


def case_hash2(n: int):
    return hash(({},))


def case_mm(n: int):
    match A(1):
        case A(1):
            return 1


def case_kw2(n: int):
    return int(1, 2, 3)


def case_kw9(n: int):
    return 'a'.split(1)


def case_kw10(n: int):
    return 'a'.replace('b')


def case_kw12(n: int):
    return range()


def case_kw13(n: int):
    return range(1.5)


def case_kw14(n: int):
    return print(foo=1)
"""


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(tmp_path_factory.mktemp("texts"), SOURCE, "d5_texts")


@pytest.mark.parametrize("function", functions(SOURCE))
def test_the_text_is_that_of_cpython(path: Path, function: str) -> None:
    agreed(path, function, 12)


def test_what_our_own_code_catches_and_throws_again_is_where_the_user_called_it(
    tmp_path: Path,
) -> None:
    path = tmp_path / "strictly.py"
    path.write_text(
        "def pairs(xs: list[int]) -> None:\n    for _ in zip(xs, [1], strict=True):\n        pass\n"
    )
    places = {str(each.outcome.at) for each in explore(f"{path}:pairs") if each.outcome.exception}
    assert places == {f"{path}:2:14"}
