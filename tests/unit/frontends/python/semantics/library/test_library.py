"""Functions of the standard library: models, real calls of pure ones, and what is refused."""

from __future__ import annotations

import heapq
import itertools
import math
import random
from pathlib import Path

import pytest

from heapwise.frontends.python.semantics.builtins import MODELS
from heapwise.frontends.python.semantics.library.calling import model_of, name_of
from tests.unit.frontends.python.exploring import explore, reasons, results


@pytest.mark.parametrize(
    ("function", "name"),
    [
        (heapq.heappush, "heapq.heappush"),
        (math.floor, "math.floor"),
        (itertools.chain, "itertools.chain"),
        (itertools.chain.__dict__["from_iterable"], "itertools.chain.from_iterable"),
        (len, "len"),
        (list.append, "list.append"),
    ],
)
def test_functions_are_known_by_their_public_names(function: object, name: str) -> None:
    assert name_of(function) == name
    assert model_of(MODELS, function) == name


def test_what_has_no_model_has_no_name_of_one() -> None:
    assert model_of(MODELS, random.Random(3).random) is None
    assert model_of(MODELS, object()) is None


def test_heaps_keep_the_order_of_the_library(tmp_path: Path) -> None:
    paths = explore(
        tmp_path,
        """
        import heapq

        def target(a: int, b: int, xs: list[int]) -> list[int]:
            heap = [5]
            heapq.heappush(heap, a)
            heapq.heappush(heap, b)
            heapq.heappop(heap)
            heapq.heapify(xs)
            return heap + heapq.nsmallest(1, xs)
        """,
    )
    assert reasons(paths) == set()
    assert len(paths) > 5


def test_bisect_finds_places_on_either_side(tmp_path: Path) -> None:
    paths = explore(
        tmp_path,
        """
        import bisect

        def target(n: int) -> int:
            xs = [1, 3, 3, 5]
            left, right = bisect.bisect_left(xs, n), bisect.bisect(xs, n)
            bisect.insort(xs, n)
            if xs[left] != n:
                return -1
            return right - left
        """,
    )
    assert results(paths) == {0, 1, 2}


def test_itertools_are_lazy_and_end_where_python_ends(tmp_path: Path) -> None:
    paths = explore(
        tmp_path,
        """
        import itertools
        import operator

        def target(n: int) -> list[int]:
            source = iter([1, 2, 3, 4, 5])
            out = list(itertools.islice(source, 1, 3)) + [next(source)]
            out += itertools.chain([n], itertools.chain.from_iterable([[1], [n]]))
            out += [a * b for a, b in itertools.pairwise([1, n, 3])]
            out += [len(list(group)) for _, group in itertools.groupby([1, 1, n, n])]
            out += itertools.accumulate([n, 1, 2], operator.sub)
            out += [x - y for x, y in itertools.zip_longest([n], [2, 3], fillvalue=n)]
            out += [sum(chosen) for chosen in itertools.combinations([n, 2, 3], 2)]
            out += [sum(chosen) for chosen in itertools.permutations([n, 1])]
            out += [a + b for a, b in itertools.product([1, n], repeat=2)]
            one, two = itertools.tee([n, 2])
            return out + list(one) + [next(two)] + list(itertools.takewhile(bool, [n, 1]))
        """,
    )
    assert reasons(paths) == set()
    assert paths


def test_functions_made_of_functions(tmp_path: Path) -> None:
    paths = explore(
        tmp_path,
        """
        import operator
        from functools import cmp_to_key, partial, reduce, wraps

        add_three = partial(operator.add, 3)

        def doubled(function):
            @wraps(function)
            def inner(*args, **keywords):
                return function(*args, **keywords) * 2

            return inner

        @doubled
        def plus(a: int, b: int = 4) -> int:
            return a + b

        def target(n: int) -> int:
            if add_three(n) > 6:
                return 1
            if plus(n) == plus(-5, b=7):
                return 2
            if partial(max, n)(0) == reduce(operator.mul, [n, 2]):
                return 3
            largest = sorted([n, -4], key=cmp_to_key(lambda x, y: y - x))[0]
            return 4 if operator.itemgetter(1)((0, largest)) > -4 else 5
        """,
    )
    assert results(paths) == {1, 2, 3, 4, 5}


def test_cached_functions_run_once_for_each_argument(tmp_path: Path) -> None:
    paths = explore(
        tmp_path,
        """
        from functools import lru_cache

        @lru_cache(maxsize=None)
        def fib(n: int) -> int:
            if n < 2:
                return n
            return fib(n - 1) + fib(n - 2)

        def target(n: int) -> int:
            fib.cache_clear()
            if n > 4:
                return -1
            return fib(n) * 0 + fib(4)
        """,
    )
    assert results(paths) == {-1, 3}


def test_single_dispatch_chooses_by_class(tmp_path: Path) -> None:
    paths = explore(
        tmp_path,
        """
        from functools import singledispatch

        @singledispatch
        def kind(x) -> int:
            return 0

        @kind.register
        def _(x: int) -> int:
            return 1

        @kind.register
        def _(x: str) -> int:
            return 2

        def target(x: int | str | None) -> int:
            return kind(x)
        """,
    )
    assert results(paths) == {0, 1, 2}


def test_copies_keep_aliases_and_cycles(tmp_path: Path) -> None:
    paths = explore(
        tmp_path,
        """
        from __future__ import annotations
        import copy

        class Node:
            def __init__(self, value: int, next: Node | None) -> None:
                self.value = value
                self.next = next

        class Counted:
            def __init__(self, n: int) -> None:
                self.n = n

            def __copy__(self) -> Counted:
                return Counted(self.n + 1)

        def target(a: Node) -> int:
            shallow, deep = copy.copy(a), copy.deepcopy(a)
            if shallow.next is not a.next or deep is a:
                return -1
            if deep.next is None:
                return copy.copy(Counted(1)).n
            if deep.next is deep:
                return 3
            deep.next.value += 1
            return 4 if a.next.value == deep.next.value else 5
        """,
    )
    assert results(paths) == {2, 3, 5}


@pytest.mark.parametrize("function", ["copy", "deepcopy"])
def test_a_copy_of_a_frozen_set_is_frozen(function: str, tmp_path: Path) -> None:
    paths = explore(
        tmp_path,
        f"""
        import copy

        def target(items: set[int] | frozenset[int]) -> str:
            copied = copy.{function}(items)
            try:
                copied.add(1)
            except AttributeError:
                return "frozen" if isinstance(items, frozenset) else "wrong"
            return "set" if isinstance(items, set) else "wrong"
        """,
    )
    assert results(paths) == {"frozen", "set"}


def test_context_managers_of_generators_and_of_the_library(tmp_path: Path) -> None:
    paths = explore(
        tmp_path,
        """
        import threading
        from contextlib import contextmanager, nullcontext, suppress

        LOCK = threading.Lock()

        @contextmanager
        def logged(n: int, log: list[int]):
            log.append(1)
            try:
                yield n + 1
            except ValueError:
                log.append(2)
            finally:
                log.append(3)

        def target(n: int) -> int:
            log: list[int] = []
            with logged(n, log) as more, LOCK, nullcontext(4) as four:
                if more > 3:
                    raise ValueError
                if more < 0:
                    raise KeyError
                log.append(four)
            with suppress(IndexError, KeyError):
                log[n] = 0
                return 100
            return sum(log)
        """,
    )
    assert results(paths) == {100, 6, "KeyError"}


def test_exceptions_have_arguments_causes_and_members(tmp_path: Path) -> None:
    paths = explore(
        tmp_path,
        """
        class AppError(Exception):
            code = 40

            def more(self) -> int:
                return self.code + len(self.args)

        class Coded(AppError):
            def __init__(self, code: int) -> None:
                super().__init__("coded", code)
                self.code = code

        def target(n: int) -> int:
            try:
                try:
                    if n > 5:
                        raise AppError("x")
                    if n > 3:
                        raise AppError
                    raise Coded(n) if n != 0 else ZeroDivisionError
                except ZeroDivisionError as error:
                    raise Coded(7) from error
            except Coded as error:
                if isinstance(error.__cause__, ArithmeticError):
                    return error.code
                if error.args[1] == 2:
                    raise
                return 1
            except (KeyError, AppError) as error:
                return error.more()
        """,
    )
    assert results(paths) == {41, 40, 7, 1, "Coded"}


def test_pure_functions_with_known_arguments_are_called(tmp_path: Path) -> None:
    paths = explore(
        tmp_path,
        """
        import math
        import re

        def target(n: int) -> float:
            if n > 2:
                return math.sqrt(16) + math.comb(4, 2)
            if n > 1:
                return len(re.findall("a.", "abac"))
            return math.sqrt(-1)
        """,
    )
    assert results(paths) == {10.0, 2, "ValueError"}


def test_dates_are_read_from_text_in_a_format_that_is_known(tmp_path: Path) -> None:
    paths = explore(
        tmp_path,
        """
        from datetime import datetime

        def target(text: str) -> int:
            if len(text) != 5:
                return 0
            return 2 if datetime.strptime(text, "%d %m").day == 29 else 1
        """,
    )
    assert results(paths) == {0, 1, 2, "ValueError"}


def test_what_classes_modules_and_objects_say_of_themselves(tmp_path: Path) -> None:
    paths = explore(
        tmp_path,
        """
        import importlib.util
        import json
        import sys

        class Parts:
            sign = "[-+]"
            digits = "0-9"

            def __init__(self, size: int) -> None:
                self.size = size
                if size > 9:
                    self.total = lambda: 0

            def total(self) -> int:
                return self.size

            @classmethod
            def pattern(cls, text: str) -> str:
                return text.format(**vars(cls)) + Parts.__dict__["sign"]

        def target(n: int) -> object:
            if n > 4:
                return Parts(n).total()
            if n > 3:
                return Parts.pattern("{sign}?[{digits}]")
            if n > 2:
                return sys.version_info[0], [each for each in vars(Parts).keys() if each == "sign"]
            if n > 1:
                return importlib.util.find_spec("json") is None or importlib.util.find_spec("jsn")
            return json.dumps({"b": n, "a": [None]}, sort_keys=True, indent=1)
        """,
    )
    assert not reasons(paths) and len(paths) >= 6


def test_output_and_locks_do_nothing(tmp_path: Path) -> None:
    paths = explore(
        tmp_path,
        """
        import logging
        import threading
        import typing
        import warnings

        logger = logging.getLogger(__name__)
        UserId = typing.NewType("UserId", int)

        def target(n: int) -> int:
            logger.debug("n is %d", n)
            warnings.warn("careful")
            lock = threading.Lock()
            lock.acquire()
            lock.release()
            with lock:
                return typing.cast(int, UserId(7))
        """,
    )
    assert results(paths) == {7}


@pytest.mark.parametrize(
    ("call", "reason"),
    [
        ("random.gauss()", "random.Random.gauss(): its result is random"),
        ("time.localtime()", "time.localtime(): its result depends on the clock"),
        ("os.listdir('x')", "posix.listdir(): it acts on the system"),
        ("os.stat('x')", "posix.stat(): it acts on the system"),
    ],
)
def test_what_depends_on_more_than_its_arguments_is_refused(
    tmp_path: Path, call: str, reason: str
) -> None:
    source = f"import math, os, random, time\n\ndef target(n: int) -> object:\n    return {call}\n"
    assert reasons(explore(tmp_path, source)) == {reason}
