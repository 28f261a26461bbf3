"""TypedDicts as parameters: every path is replayed by `explore`."""

from pathlib import Path

from tests.unit.frontends.python.exploring import Cases, explore

_HEADING = """
from datetime import date
from typing import NotRequired, TypedDict

class Server(TypedDict):
    name: str
    retries: int
    since: NotRequired[date]
    tags: NotRequired[list[str]]
"""
_CASES = Cases(
    _HEADING,
    {
        "required": ("s: Server", "return s['retries'] + 1"),
        "missing": ("s: Server", "return s['since'].year"),
        "default": ("s: Server", "return len(s.get('tags', []))"),
        "changed": ("s: Server", "s['retries'] += 1", "s['name'] = 'x'", "return s"),
        "optional": ("s: Server | None", "return s['name']"),
        "keys": ("s: Server", "return list(s)"),
    },
)


def _ends(directory: Path, case: str) -> set[str]:
    return {path.detail or path.kind.value for path in _CASES.explore(directory, case)}


def test_a_required_key_is_there(tmp_path: Path) -> None:
    assert _ends(tmp_path, "required") == {"returned"}


def test_a_key_that_is_not_required_may_be_missing(tmp_path: Path) -> None:
    assert _ends(tmp_path, "missing") == {"returned", "KeyError"}
    assert _ends(tmp_path, "default") == {"returned"}


def test_what_is_changed_is_seen_in_the_input(tmp_path: Path) -> None:
    assert _ends(tmp_path, "changed") == {"returned"}


def test_it_may_be_an_alternative(tmp_path: Path) -> None:
    assert _ends(tmp_path, "optional") == {"returned", "TypeError"}


def test_keys_come_in_the_order_of_the_class(tmp_path: Path) -> None:
    assert _ends(tmp_path, "keys") == {"returned"}


def test_inside_of_something_else_it_is_told(tmp_path: Path) -> None:
    source = (
        _HEADING
        + """
def target(xs: list[Server]) -> int:
    return xs[0]["retries"]
"""
    )
    details = {path.detail for path in explore(tmp_path, source)}
    assert any("the TypedDict Server inside of something else" in str(each) for each in details)
