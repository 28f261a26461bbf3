"""A5: iterators of libraries go on after an exception, look at their arguments at once, and are no
generators."""

from __future__ import annotations

from pathlib import Path

import pytest

from against_cpython import agrees_everywhere, functions, write

SOURCE = """
from __future__ import annotations
import functools
import itertools
import operator


def inv(x: int) -> int:
    return 10 // x


def pick(x: int) -> int:
    if x == 0:
        raise StopIteration
    if x == 1:
        raise ValueError
    return x


def case_map(a: int, b: int) -> object:
    it = map(inv, [a, b])
    r = []
    for _ in range(3):
        try:
            r.append(next(it))
        except ZeroDivisionError:
            r.append("z")
        except StopIteration:
            r.append("s")
    return r


def case_filter(a: int, b: int) -> object:
    it = filter(inv, [a, b])
    r = []
    for _ in range(3):
        try:
            r.append(next(it))
        except ZeroDivisionError:
            r.append("z")
        except StopIteration:
            r.append("s")
    return r


def _run(it) -> object:
    r = []
    for _ in range(4):
        try:
            r.append(next(it))
        except (ZeroDivisionError, ValueError) as e:
            r.append(type(e).__name__)
        except StopIteration:
            r.append("s")
        except RuntimeError:
            r.append("rt")
    return r


def case_m2(a: int, b: int) -> object:
    return _run(map(pick, [a, b])), _run(map(lambda x, y: pick(x) + pick(y), [a, b], [b, a]))


def case_f2(a: int, b: int) -> object:
    return _run(filter(pick, [a, b, 3]))


def case_tw(a: int, b: int) -> object:
    return _run(itertools.takewhile(pick, [a, b, 3]))


def case_dw(a: int, b: int) -> object:
    return _run(itertools.dropwhile(pick, [a, b, 3]))


def case_ff(a: int, b: int) -> object:
    return _run(itertools.filterfalse(pick, [a, b, 3]))


def case_sm(a: int, b: int) -> object:
    return _run(itertools.starmap(pick, [(a,), (b,)]))


def case_acc(a: int, b: int) -> object:
    return _run(itertools.accumulate([a, b, 3], lambda x, y: pick(y)))


def case_gb(a: int, b: int) -> object:
    return [[k, list(g)] for k, g in itertools.groupby([a, b], key=lambda x: x > 0)]


def case_gb2(a: int, b: int) -> object:
    it = itertools.groupby([a, b, 3], key=pick)
    r = []
    for _ in range(4):
        try:
            r.append(next(it)[0])
        except ValueError:
            r.append("v")
        except StopIteration:
            r.append("s")
    return r


def case_zip(a: int, b: int) -> object:
    return _run(zip([1, 2], map(inv, [a, b])))


def case_enum(a: int, b: int) -> object:
    return _run(enumerate(map(inv, [a, b])))


def case_chain(a: int, b: int) -> object:
    return _run(itertools.chain(map(inv, [a, b]), [7]))


def case_islice(a: int, b: int) -> object:
    return _run(itertools.islice(map(inv, [a, b, 2, 3]), 2))


class Q2:
    def __init__(self, a: int) -> None:
        self.a = a

    def __len__(self) -> int:
        return 2

    def __getitem__(self, i: int) -> int:
        if i > 3:
            raise IndexError
        return 10 // (self.a - i)


def case_rev2(a: int) -> object:
    return _run(reversed(Q2(a))), _run(iter(Q2(a)))


def case_callable_iter(a: int, b: int) -> object:
    xs = [a, b, 5]

    def f() -> int:
        v = xs.pop(0)
        return 10 // v

    return _run(iter(f, 2))


def case_fromkeys(xs: list[int]) -> object:
    d = {1: 2}
    return d.fromkeys(xs), d.fromkeys(xs, 3), dict.fromkeys(xs, 0)


def case_eager(n: int) -> object:
    r = []
    for f in (
        itertools.cycle,
        itertools.accumulate,
        itertools.pairwise,
        itertools.groupby,
        enumerate,
        reversed,
        iter,
    ):
        try:
            f(n)
            r.append("ok")
        except TypeError:
            r.append("te")
    for g in (
        itertools.takewhile,
        itertools.dropwhile,
        itertools.filterfalse,
        itertools.starmap,
        map,
        filter,
    ):
        try:
            g(bool, n)
            r.append("ok")
        except TypeError:
            r.append("te")
    for h in (itertools.chain, itertools.zip_longest, zip, itertools.product):
        try:
            h([1], n)
            r.append("ok")
        except TypeError:
            r.append("te")
    return r


def case_eager2(n: int) -> object:
    r = []
    for f in (
        lambda: itertools.compress([1], n),
        lambda: itertools.compress(n, [1]),
        lambda: iter(n, n),
        lambda: functools.partial(n),
        lambda: operator.attrgetter(n),
        lambda: operator.methodcaller(n),
        lambda: itertools.count("a"),
        lambda: itertools.repeat(1, "a"),
        lambda: itertools.count(n, None),
        lambda: itertools.islice(n, 2),
        lambda: itertools.combinations(n, 2),
        lambda: itertools.combinations(n, -1),
        lambda: functools.reduce(n, n),
        lambda: itertools.tee(n),
        lambda: itertools.chain.from_iterable(n),
    ):
        try:
            f()
            r.append("ok")
        except TypeError:
            r.append("te")
        except ValueError:
            r.append("ve")
    return r


def case_acc_init(xs: list[int]) -> object:
    it = iter(xs)
    acc = itertools.accumulate(it)
    a = next(it, -1)
    return a, list(acc)


def case_gb_lazy(xs: list[int]) -> object:
    it = iter(xs)
    g = itertools.groupby(it)
    a = next(it, -1)
    return a, [(k, list(v)) for k, v in g]


def case_tee(xs: list[int]) -> object:
    a, b = itertools.tee(xs)
    next(a, 0)
    return list(a), list(b)


def case_cycle(xs: list[int]) -> object:
    c = itertools.cycle(xs)
    return [next(c, None) for _ in range(5)]


def case_prod(xs: list[int]) -> object:
    return (
        list(itertools.product(xs, repeat=2)),
        list(itertools.product()),
        list(itertools.permutations(xs)),
        list(itertools.combinations(xs, 2)),
    )


def case_send(n: int) -> object:
    m = map(inv, [1])
    try:
        m.send(None)
    except AttributeError as e:
        return "ae"


def case_len(xs: list[int]) -> object:
    try:
        return len(map(inv, xs))
    except TypeError as e:
        raise


def case_sub(xs: list[int]) -> object:
    return zip(xs)[0]


def case_bool(xs: list[int]) -> object:
    return (
        bool(map(inv, xs)),
        bool(filter(None, xs)),
        bool(iter(xs)),
        bool(range(0)),
        bool(itertools.chain()),
    )
"""


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(tmp_path_factory.mktemp("iterators"), SOURCE, "library_iterators")


@pytest.mark.parametrize("function", functions(SOURCE))
def test_cpython_agrees(path: Path, function: str) -> None:
    agrees_everywhere(path, function)
