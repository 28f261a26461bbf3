"""A5: calls nest as deep as CPython lets them, no deeper and no less; a run that was made to see
it is in the same place."""

from __future__ import annotations

from pathlib import Path

from heapwise.api import explore

SOURCE = """
def down(k: int) -> int:
    return 0 if k == 0 else 1 + down(k - 1)

def just(n: int) -> int:
    return 1 // (down(990) - n)

def beyond(n: int) -> int:
    return down(1010) + n
"""


def test_recursion_errors_come_where_cpython_raises_them(tmp_path: Path) -> None:
    (tmp_path / "deep.py").write_text(SOURCE, encoding="utf-8")
    ends = {}
    for name in ("just", "beyond"):
        paths = list(explore(f"{tmp_path / 'deep.py'}:{name}"))
        assert all(path.replayed for path in paths)
        ends[name] = {path.outcome.exception for path in paths}
    assert ends == {"just": {None, "ZeroDivisionError"}, "beyond": {"RecursionError"}}
