"""D1: the line that rebuilds a finding is what a person would write, and shows the finding."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

SOURCE = """
from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property


class Mean:
    def __init__(self, *args: int, **kept: int) -> None:
        self.n = len(args)
        self.value = sum(args) // self.n


class Made:
    def __new__(cls, n: int) -> Made:
        pass
        assert n != 3
        return object.__new__(cls)


class Both:
    def __new__(cls, n: int) -> Both:
        return object.__new__(cls)

    def __init__(self, n: int) -> None:
        pass
        assert n != 3
        self.n = n


class Apart:
    def __new__(cls, n: int) -> Apart:
        pass
        assert n != 3
        return object.__new__(cls)

    def __init__(self) -> None:
        pass


class Shape(ABC):
    def __init__(self, side: int) -> None:
        pass
        assert side != 3

    @abstractmethod
    def area(self) -> int: ...


class V:
    def __init__(self, x: int = 0) -> None:
        self.x = x

    def __add__(self, other: V) -> V:
        pass
        assert self.x != 3
        return self

    def __rsub__(self, other: int) -> V:
        pass
        assert self.x != 3
        return self

    def __ipow__(self, other: int) -> V:
        pass
        assert self.x != 3
        return self

    def __eq__(self, other: object) -> bool:
        pass
        assert self.x != 3
        return self is other

    def __hash__(self) -> int:
        pass
        assert self.x != 3
        return 1

    def __len__(self) -> int:
        pass
        assert self.x != 3
        return 1

    def __getitem__(self, index: int) -> int:
        pass
        assert index != 3
        return index

    def __setitem__(self, index: int, value: int) -> None:
        pass
        assert index != 3

    def __delitem__(self, index: int) -> None:
        pass
        assert index != 3

    def __contains__(self, item: int) -> bool:
        pass
        assert item != 3
        return True

    def __call__(self, n: int, *, by: int) -> int:
        pass
        assert n != by
        return n

    def __neg__(self) -> V:
        pass
        assert self.x != 3
        return self

    def __round__(self, digits: int) -> V:
        pass
        assert digits != 3
        return self

    def __iter__(self) -> Iterator[int]:
        pass
        assert self.x != 3
        yield 1

    def items(self) -> Iterator[int]:
        pass
        assert self.x != 3
        yield 1

    @property
    def doubled(self) -> int:
        pass
        assert self.x != 3
        return 2 * self.x

    @property
    def size(self) -> int:
        return self.x

    @size.setter
    def size(self, value: int) -> None:
        pass
        assert value != 3

    @property
    def gone(self) -> int:
        return self.x

    @gone.deleter
    def gone(self) -> None:
        pass
        assert self.x != 3

    @cached_property
    def tripled(self) -> int:
        pass
        assert self.x != 3
        return 3 * self.x

    @classmethod
    def of(cls, n: int) -> V:
        pass
        assert n != 3
        return cls(n)

    @staticmethod
    def plain(n: int) -> int:
        pass
        assert n != 3
        return n

    @contextmanager
    def held(self) -> Iterator[int]:
        pass
        assert self.x != 3
        yield 1
"""

EXPECTED = {
    "Mean.__init__": "from subject import Mean; Mean()",
    "Made.__new__": "from subject import Made; Made(3)",
    "Both.__init__": "from subject import Both; Both(3)",
    "Apart.__new__": "from subject import Apart; Apart.__new__(Apart, 3)",
    "Shape.__init__": (
        "from subject import Shape; Shape.__abstractmethods__ = frozenset(); Shape(3)"
    ),
    "V.__add__": "from subject import V; v = V(3); v + v",
    "V.__rsub__": "from subject import V; 0 - V(3)",
    "V.__ipow__": "from subject import V; v = V(3); v **= 0",
    "V.__eq__": "from subject import V; v = V(3); v == v",
    "V.__hash__": "from subject import V; hash(V(3))",
    "V.__len__": "from subject import V; len(V(3))",
    "V.__getitem__": "from subject import V; V()[3]",
    "V.__setitem__": "from subject import V; V()[3] = 0",
    "V.__delitem__": "from subject import V; del V()[3]",
    "V.__contains__": "from subject import V; 3 in V()",
    "V.__call__": "from subject import V; V()(0, by=0)",
    "V.__neg__": "from subject import V; -V(3)",
    "V.__round__": "from subject import V; round(V(), 3)",
    "V.__iter__": "from subject import V; list(iter(V(3)))",
    "V.items": "from subject import V; list(V(3).items())",
    "V.doubled": "from subject import V; V(3).doubled",
    "V.size.setter": "from subject import V; V().size = 3",
    "V.gone.deleter": "from subject import V; del V(3).gone",
    "V.tripled": "from subject import V; V(3).tripled",
    "V.of": "from subject import V; V.of(3)",
    "V.plain": "from subject import V; V.plain(3)",
    "V.held": "from subject import V; list(V.held.__wrapped__(V(3)))",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("d1")
    (folder / "subject.py").write_text(SOURCE, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def snippets(folder: Path) -> dict[str, str]:
    command = [sys.executable, "-m", "heapwise", "check", "subject.py", "--json", "-"]
    run = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    found = {each["name"]: each["findings"] for each in json.loads(run.stdout)["functions"]}
    return {
        name: finding["snippet"]
        for name, findings in found.items()
        for finding in findings
        if name != "Apart.__init__"  # no call of the class gets there
    }


def test_every_snippet_is_what_a_person_would_write(snippets: dict[str, str]) -> None:
    assert snippets == EXPECTED


def test_every_snippet_fails_as_the_finding_says(folder: Path, snippets: dict[str, str]) -> None:
    code = f"""
import traceback
for name, snippet in {list(snippets.items())!r}:
    try:
        exec(snippet, {{}})
    except (AssertionError, ZeroDivisionError) as error:
        print(name, traceback.extract_tb(error.__traceback__)[-1].name)
"""
    command = [sys.executable, "-c", code]
    run = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
    called = {name: re.sub(r"\.(setter|deleter)$", "", name).split(".")[-1] for name in snippets}
    assert run.stdout.split("\n")[:-1] == [f"{name} {called[name]}" for name in snippets]
