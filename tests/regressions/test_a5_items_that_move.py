"""A5: dicts and sets whose items move while somebody iterates over them, views of dicts as sets,
`reversed`, deletion, large integers as floats, and texts of methods of strings."""

from __future__ import annotations

from pathlib import Path

import pytest

from against_cpython import agreed, agrees_everywhere, functions, write
from heapwise import Bounds, explore
from heapwise.frontends.python.semantics.core.set_order import ORDER

EXACT = """
class Box:
    def __getitem__(self, i):
        return i

class Bare:
    pass

def case_startswith(p: str, n: int):
    return p.startswith(n)

def case_endswith_tuple(p: str, n: int):
    return p.endswith(("a", n))

def case_startswith_none(p: str):
    return p.startswith(None)

def case_count(p: str, n: int):
    return p.count(n)

def case_find(p: str):
    return p.find(None)

def case_rindex(p: str, q: list[int]):
    return p.rindex(q)

def case_del_text_none(p: str):
    del p[None]

def case_del_text(p: str):
    del p[0]

def case_del_int(n: int):
    del n[0]

def case_del_object(p: Bare):
    del p["a"]

def case_del_object_index(p: Bare):
    del p[True]

def case_reversed_without_len(p: Box):
    return reversed(p)

def case_reversed_bare(p: Bare):
    return reversed(p)

def case_builtin_method(p: dict[int, int]):
    return p.keys & None

def case_real_format(n: int):
    f"{n:.1f}"
    return 1

def case_real_percent(n: int):
    "%e" % n
    return 1

def case_view_and_int(p: dict[int, int]):
    return p.keys() & 5

def case_int_or_view(p: dict[int, int]):
    return 5 | p.keys()
"""
WITHIN_BOUNDS = """
def case_view_and_list(p: dict[int, int], q: list[int]):
    return p.keys() & q

def case_list_minus_view(p: dict[int, int], q: list[int]):
    return q - p.keys()

def case_view_xor_tuple(p: dict[int, int]):
    return p.keys() ^ (1, 1, 2)

def case_view_or_text(p: dict[str, int]):
    return p.keys() | "ab"

def case_other_dict_shrinks(p: dict[int, int]):
    q = {1: 1, 2: 2}
    for key in p:
        q.pop(1, None)
        q[1] = key
    return q

def case_values_change(p: dict[int, int]):
    for key in p:
        p[key] = 7
    return p

def case_entries_move(p: dict[int, int], q: dict[int, int]):
    found = []
    q[0] = 1
    for key in p:
        found.append(key)
        q[0] = q.pop(0)
    return found

def case_members_move(p: set[int], q: list[int]):
    found = []
    for item in p:
        found.append(item)
        p &= set(q)
    return found

def case_order_by_hash(p: set[str]):
    return list(p)
"""


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(tmp_path_factory.mktemp("random"), EXACT + WITHIN_BOUNDS, "found_by_random")


@pytest.mark.parametrize("function", functions(EXACT))
def test_every_input_ends_as_in_cpython(path: Path, function: str) -> None:
    agrees_everywhere(path, function)


@pytest.mark.parametrize("function", functions(WITHIN_BOUNDS))
def test_every_input_that_is_followed_ends_as_in_cpython(path: Path, function: str) -> None:
    agreed(path, function)


def test_that_the_order_of_a_set_is_not_known_is_told(path: Path) -> None:
    for function, is_told in ("case_order_by_hash", True), ("case_values_change", False):
        found = explore(f"{path}:{function}", bounds=Bounds(max_length=2))
        list(found.leaves())
        told = [each for each in found.summary.account.approximations if each == ORDER]
        assert bool(told) == is_told
        assert not (is_told and found.summary.exhaustive)
