"""Instrumented code does what the original does, and says which way it went."""

from __future__ import annotations

import ast
import textwrap
from collections.abc import Iterator

import pytest

from heapwise.testgen.instrument import Site, instrument, sites
from heapwise.testgen.recorder import Recorder


class Asked:
    """A value that counts how often its truth is taken."""

    def __init__(self, truth: bool, log: list[str], name: str) -> None:
        self.truth = truth
        self.log = log
        self.name = name

    def __bool__(self) -> bool:
        self.log.append(self.name)
        return self.truth

    def __repr__(self) -> str:
        return self.name


@pytest.fixture
def recorder() -> Iterator[Recorder]:
    recorder = Recorder()
    recorder.install()
    yield recorder
    recorder.on = False


def load(source: str, instrumented: bool) -> dict[str, object]:
    text = textwrap.dedent(source).strip("\n")
    space: dict[str, object] = {"__name__": "sample"}
    exec(compile(instrument(text, "s.py") if instrumented else text, "s.py", "exec"), space)
    return space


def outcome(space: dict[str, object], *args: object) -> object:
    function = space["f"]
    assert callable(function)
    try:
        result = function(*args)
        return list(result) if isinstance(result, Iterator) else result
    except Exception as error:
        return type(error), str(error)


def events(recorder: Recorder, source: str, *args: object) -> list[str]:
    """The events of a call of `f`; its outcome is checked against the original's."""
    original = outcome(load(source, False), *args)
    space = load(source, True)
    recorder.restart(10_000)
    recorder.on = True
    result = outcome(space, *args)
    recorder.on = False
    assert repr(result) == repr(original)
    assert recorder.events[0].endswith(" def true")
    return [event for event in recorder.events if not event.endswith(" def true")]


def test_the_bodies_that_run_are_told_in_their_order(recorder: Recorder) -> None:
    source = """
        def g():
            "A docstring stays one."
            yield 1
        def f():
            waiting = g()
            return [*waiting], g.__doc__
    """
    outcome(load(source, True))
    recorder.restart(10)
    recorder.on = True
    assert outcome(load(source, True)) == ([1], "A docstring stays one.")
    recorder.on = False
    assert recorder.events == ["4:0 def true", "1:0 def true"]


def test_a_condition_with_and_gives_the_operand_and_then_the_if(recorder: Recorder) -> None:
    source = """
        def f(a, b):
            if a and b:
                return 1
            elif not a:
                return 2
            return 3
    """
    assert events(recorder, source, 1, 1) == ["2:7 and true", "2:7 if true"]
    assert events(recorder, source, 1, 0) == ["2:7 and true", "2:7 if false", "4:9 if false"]
    assert events(recorder, source, 0, 1) == ["2:7 and false", "2:7 if false", "4:9 if true"]


def test_loops_tell_every_test_and_every_item(recorder: Recorder) -> None:
    source = """
        def f(items, n):
            for x in items:
                while n > x:
                    n -= 1
                    if n == 7: break
                else:
                    continue
            else:
                return n
    """
    assert events(recorder, source, [1], 2) == [
        "2:13 for true",
        "3:14 while true",
        "5:15 if false",
        "3:14 while false",
        "2:13 for false",
    ]
    assert events(recorder, source, 5, 2) == []  # not iterable: no decision was made


def test_constant_tests_give_no_event(recorder: Recorder) -> None:
    source = """
        def f(n):
            while True:
                if 0:
                    yield 1
                if n: return
                n = True and 1
    """
    assert events(recorder, source, 0) == ["5:11 if false", "5:11 if true"]


def test_the_value_of_an_operator_is_its_operand(recorder: Recorder) -> None:
    source = """
        def f(a, b, c):
            x = (a and b) or c
            y = a or (b and c)
            return [x, y, not (a or b)]
    """
    for bits in range(8):
        values = [("", "x", "")[bits & 1], [[], [1]][bits >> 1 & 1], [0, 7][bits >> 2]]
        got = events(recorder, source, *values)
        assert got[0] == f"2:9 and {'true' if values[0] else 'false'}"
    assert events(recorder, source, 0, 1, 2) == [
        "2:9 and false",
        "2:9 or false",
        "3:8 or false",
        "3:14 and true",
        "4:23 or false",
    ]


@pytest.mark.parametrize(
    "test",
    [
        "a and b",
        "a or b",
        "not (a and b)",
        "(a and b) or c",
        "(a or b) and c",
        "not a or (b and not c)",
        "(b if a else c) and a",
        "a and (b or c) and not (c and b)",
        "not (b if not a else c)",
    ],
)
@pytest.mark.parametrize("bits", range(8))
def test_a_condition_asks_each_operand_as_often_as_python_does(
    recorder: Recorder, test: str, bits: int
) -> None:
    source = f"def f(a, b, c):\n    if {test}:\n        return 1\n    return 2"
    logs: list[list[str]] = []
    for instrumented in (False, True):
        log: list[str] = []
        values = [Asked(bool(bits >> n & 1), log, "abc"[n]) for n in range(3)]
        result = outcome(load(source, instrumented), *values)
        logs.append([*log, repr(result)])
    assert logs[0] == logs[1]


@pytest.mark.parametrize("test", ["a and b and c", "(a and b) or c", "a or (b if c else a)"])
@pytest.mark.parametrize("bits", range(8))
def test_a_value_asks_each_operand_once_and_is_it(recorder: Recorder, test: str, bits: int) -> None:
    log: list[str] = []
    values = [Asked(bool(bits >> n & 1), log, "abc"[n]) for n in range(3)]
    source = f"def f(a, b, c):\n    return {test}"
    expected = outcome(load(source, False), *values)
    log.clear()
    assert outcome(load(source, True), *values) is expected
    assert len(log) == len(set(log))


def test_a_chain_tells_each_comparison_but_the_last(recorder: Recorder) -> None:
    source = """
        def f(a, b, c, d):
            x = a < b <= c != d
            if not a < b < c:
                return x
            return (a < b < c) and d
    """
    assert events(recorder, source, 1, 2, 3, 4) == [
        "2:8 chain true",
        "2:12 chain true",
        "3:11 chain true",
        "3:7 if false",
        "5:12 chain true",
        "5:12 and true",
    ]
    assert events(recorder, source, 1, 2, 0, 4) == [
        "2:8 chain true",
        "2:12 chain false",
        "3:11 chain true",
        "3:7 if true",
    ]
    assert events(recorder, source, 1, "x", 0, 4) == []


def test_chains_nest_in_comparisons_of_the_program(recorder: Recorder) -> None:
    source = """
        class N:
            def __init__(self, v): self.v = v
            def __lt__(self, o): return 0 <= self.v < o.v
        def f(a, b, c):
            return N(a) < N(b) < N(c)
    """
    assert events(recorder, source, 1, 2, 3) == [
        "3:32 chain true",
        "5:11 chain true",
        "3:32 chain true",
    ]
    assert events(recorder, source, -1, 2, 3) == ["3:32 chain false", "5:11 chain false"]


def test_comprehensions_tell_items_and_filters(recorder: Recorder) -> None:
    source = """
        def f(n):
            return [x if x else -1 for x in range(n) if x != 1 if x < 9]
    """
    assert events(recorder, source, 2) == [
        "2:36 item true",
        "2:48 filter true",
        "2:58 filter true",
        "2:17 ifexp false",
        "2:36 item true",
        "2:48 filter false",
        "2:36 item false",
    ]


def test_cases_tell_pattern_and_guard_together(recorder: Recorder) -> None:
    source = """
        def f(v, k):
            match v:
                case [x, y] if x > k and y:
                    return x
                case int() | None:
                    return "n"
                case {"a": z}:
                    return z
                case _:
                    return k
    """
    assert events(recorder, source, [2, 1], 1) == [
        "3:23 and true",
        "3:23 guard true",
        "3:13 case true",
    ]
    assert events(recorder, source, [2, 0], 3) == [
        "3:23 and false",
        "3:23 guard false",
        "3:13 case false",
        "5:13 case false",
        "7:13 case false",
    ]
    assert events(recorder, source, {"a": 4}, 0)[-1] == "7:13 case true"


def test_a_handler_tells_that_it_has_caught_something(recorder: Recorder) -> None:
    source = """
        def f(v, k):
            try:
                return v[k]
            except (IndexError, TypeError):
                return None
            except KeyError as error:
                return str(error)
    """
    assert events(recorder, source, [1], 0) == []
    assert events(recorder, source, [1], 2) == ["4:4 except true"]
    assert events(recorder, source, {}, 2) == ["6:4 except true"]
    assert events(recorder, source, 1, 2) == ["4:4 except true"]


def test_a_with_tells_whether_an_exception_was_swallowed(recorder: Recorder) -> None:
    source = """
        from contextlib import suppress, nullcontext
        def f(v, k):
            with nullcontext(), suppress(KeyError) as nothing:
                return v[k], nothing
            return "swallowed"
    """
    assert events(recorder, source, [1], 0) == []
    assert events(recorder, source, {}, 2) == ["3:24 with true"]
    assert events(recorder, source, [1], 2) == ["3:24 with false", "3:9 with false"]


@pytest.mark.parametrize("manager", ["1", "Half()", "Own()", "Static()", "Truth()"])
def test_context_managers_are_used_as_the_statement_uses_them(
    recorder: Recorder, manager: str
) -> None:
    source = f"""
        class Half:
            def __enter__(self): return 1
        class Own:
            def __init__(self): self.__enter__ = self.__exit__ = None
            def __enter__(self): return 2
            def __exit__(self, *error): return len(error)
        class Static:
            @staticmethod
            def __enter__(): return 3
            @classmethod
            def __exit__(cls, kind, *error): return kind is ValueError
        class Never:
            def __bool__(self): raise KeyError("asked")
        class Truth(Half):
            def __exit__(self, *error): return Never()
        def f(fails):
            with {manager} as entered:
                if fails:
                    raise ValueError
            return entered if not fails else "swallowed"
    """
    for fails in (True, False):
        events(recorder, source, fails)


def test_closing_a_generator_leaves_no_event(recorder: Recorder) -> None:
    source = """
        from contextlib import nullcontext
        def numbers():
            with nullcontext():
                try:
                    yield 1
                except BaseException:
                    raise
        def f():
            return next(numbers())
    """
    assert events(recorder, source) == []


def test_a_lambda_tells_that_it_is_called(recorder: Recorder) -> None:
    source = """
        def f(k, step=lambda n=(lambda: 2)(): n):
            return [step(), (lambda: k)()]
    """
    assert events(recorder, source, 1) == ["1:14 lambda true", "2:21 lambda true"]


def test_generators_walruses_super_and_scopes_keep_their_meaning(recorder: Recorder) -> None:
    source = """
        class Base:
            def go(self, n): return n
        class __Sub(Base):
            limit = 3 if True and Base else 4
            def go(self, n):
                if (m := n) and super().go(m) and self.limit:
                    return m
                return None
        def f(n):
            total = n and (yield n) or 5
            yield total
            yield from (x for x in range(n) if (y := x) or n > 1)
            yield __Sub().go(n)
            assert n < 2, f"{n if n else 0}"
    """
    assert events(recorder, source, 1)[-1] == "14:11 assert true"
    failing = events(recorder, source, 2)
    assert failing[-2] == "14:11 assert false"
    assert failing[-1].endswith("ifexp true")  # columns in f-strings differ between versions


def test_a_truth_that_raises_leaves_no_event(recorder: Recorder) -> None:
    source = """
        class Bad:
            def __bool__(self): raise ValueError("no")
        def f():
            if Bad():
                return 1
    """
    assert events(recorder, source) == []


def test_recursion_through_iterators_goes_as_deep_as_before(recorder: Recorder) -> None:
    source = """
        def walk(n):
            if n:
                for x in walk(n - 1):
                    yield x
            yield n
        def f(n):
            return sum(1 for x in walk(n))
    """
    assert len(events(recorder, source, 150)) > 150


def test_annotations_are_left_alone(recorder: Recorder) -> None:
    source = """
        from __future__ import annotations
        def f(n: int if bool else str = 1 or 2) -> (1 and 2):
            x: int or str = n
            return sorted(f.__annotations__.items())
    """
    assert events(recorder, source) == []


def test_the_sites_of_a_function_are_all_it_can_report() -> None:
    tree = ast.parse("def f(a, b: 1 or 2):\n    if a and b < a < 3:\n        return [x for x in a]")
    assert sites(tree) == [
        Site(2, 7, "and"),
        Site(2, 7, "if"),
        Site(2, 13, "chain"),
        Site(3, 27, "item"),
    ]
    assert Site(2, 7, "if").event(True) == "2:7 if true"
