"""A5, B2: special methods that return what they should not, or NotImplemented; and operators that
have a method on either side."""

from __future__ import annotations

from pathlib import Path

import pytest

from against_cpython import agreed, agrees_everywhere, functions, write

SOURCE = """
class A:
    def __init__(self, v: int) -> None:
        self.v = v
    def __eq__(self, o):
        return NotImplemented if isinstance(o, B) else self.v == 0
    def __lt__(self, o):
        return NotImplemented
    def __add__(self, o):
        return NotImplemented
    def __iadd__(self, o):
        return NotImplemented
class B:
    def __init__(self, v: int) -> None:
        self.v = v
    def __eq__(self, o):
        return "B"
    def __gt__(self, o):
        return "gt"
    def __radd__(self, o):
        return "radd" if self.v else NotImplemented
class C(A):
    def __eq__(self, o): return [1]
    def __radd__(self, o): return "C"
class Bad:
    def __init__(self, v: int | str | None) -> None:
        self.v = v
    def __len__(self): return self.v
    def __hash__(self): return self.v
    def __eq__(self, o: object): return self.v
    def __lt__(self, o: object): return self.v
    def __iter__(self): return self.v
    def __contains__(self, x): return self.v
    def __index__(self): return self.v
    def __repr__(self): return self.v
    def __format__(self, s): return self.v
    def __int__(self): return self.v
    def __float__(self): return self.v
    def __enter__(self): return self.v
    def __exit__(self, *a): return self.v
    def __bytes__(self): return self.v
    def __round__(self, n=None): return self.v
    def __trunc__(self): return self.v
    def __abs__(self): return self.v
    def __neg__(self): return self.v
    def __call__(self): return self.v
    def __reversed__(self): return self.v
    def __getitem__(self, i): return self.v
class Boo:
    def __init__(self, v: int | str | None) -> None:
        self.v = v
    def __bool__(self): return self.v
class Ini:
    def __init__(self, v: int) -> None:
        return v
class Fl(Exception):
    def __init__(self, v: int) -> None:
        self.v = v
    def __str__(self): return self.v

def case_eq1(a: A, b: B): return a == b, b == a, a != b, b != a, a == a, a != a, a == 1, 1 != a
def case_eq2(a: A, c: C): return a == c, c == a, a != c
def case_lt1(a: A, b: B): return a < b
def case_lt2(a: A, b: A): return a < b
def case_lt3(a: A, b: B): return b < a
def case_ad1(a: A, b: B): return a + b
def case_ad2(a: A, b: B):
    a += b
    return a
def case_ad3(a: A, c: C): return a + c
def case_ad4(a: A): return a + 1
def case_ad6(b: B): return 1 + b
def case_ad7(a: A):
    a += 1
def case_b_len(o: Bad): return len(o)
def case_b_bool(o: Bad): return not o
def case_b_bool2(o: Boo): return not o
def case_b_bool3(o: Boo): return o and 1
def case_b_bool4(o: Boo): return bool(o)
def case_b_hash(o: Bad): return hash(o)
def case_b_dict(o: Bad): return {o: 1}[o]
def case_b_set(o: Bad): return len({o, o})
def case_b_eq(o: Bad): return o == 1
def case_b_ne(o: Bad): return o != 1
def case_b_in(o: Bad): return o in [1, 2]
def case_b_in2(o: Bad): return 1 in o
def case_b_in3(o: Bad): return 1 not in o
def case_b_lt(o: Bad): return o < 1
def case_b_sort(o: Bad): return sorted([o, o])[0] is o
def case_b_iter(o: Bad): return list(o)
def case_b_for(o: Bad):
    for x in o:
        return x
def case_b_unp(o: Bad):
    a, b = o
    return a
def case_b_idx(o: Bad): return [1, 2][o]
def case_b_range(o: Bad): return list(range(o)) if o.v != 2 else 1
def case_b_repr(o: Bad): return repr(o)
def case_b_str(o: Bad): return str(o)
def case_b_fmt(o: Bad): return f"{o}"
def case_b_fmt2(o: Bad): return f"{o!r}"
def case_b_fmt3(o: Bad): return "%s" % (o,)
def case_b_fmt4(o: Bad): return "{}".format(o)
def case_b_list(o: Bad): return str([o])
def case_b_int(o: Bad): return int(o)
def case_b_float(o: Bad): return float(o)
def case_b_with(o: Bad):
    with o as v:
        raise ValueError
    return v
def case_b_bytes(o: Bad): return bytes(o)
def case_b_round(o: Bad): return round(o)
def case_b_abs(o: Bad): return abs(o), -o, o()
def case_b_get(o: Bad): return o[1]
def case_b_if(o: Bad): return 1 if o else 2
def case_b_sum(o: Bad): return sum(o)
def case_b_slice(o: Bad): return [1, 2, 3][o:]
def case_b_mul(o: Bad): return [1] * o
def case_b_chr(o: Bad): return chr(o)
def case_b_any(o: Bad): return any([o])
def case_b_max(o: Bad): return max([o, o]) is o
def case_ini(n: int): return Ini(n)
def case_exc(n: Fl):
    return str(n)
"""

NOT_FOLLOWED = ("case_b_range", "case_b_bytes", "case_b_slice", "case_b_mul", "case_b_chr")
"""An `__index__` of the program in these places is not supported, and said to be so."""


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(tmp_path_factory.mktemp("methods"), SOURCE, "a5_methods")


@pytest.mark.parametrize(
    "function", [name for name in functions(SOURCE) if name not in NOT_FOLLOWED]
)
def test_results_of_special_methods_are_checked_as_in_cpython(path: Path, function: str) -> None:
    agrees_everywhere(path, function)


@pytest.mark.parametrize("function", NOT_FOLLOWED)
def test_what_is_not_followed_is_told(path: Path, function: str) -> None:
    assert agreed(path, function).tally.open
