"""What the program assigns to an attribute of a class hides what classes above have, is hidden by
what classes below have, and is what their objects have; objects kept the value of the start."""

from __future__ import annotations

from pathlib import Path

import pytest

from heapwise import OutcomeKind, explore

CLASSES = """\
class Base:
    limit = 2

    def __init__(self, x: int) -> None:
        self.x = x

    def double(self) -> int:
        return 2 * self.x


class Plain(Base):
    pass


class Own(Base):
    limit = 5


"""
BODIES = {
    "hidden by the subclass": "Base.limit = n\nreturn Own.limit, Own(n).limit, Base.limit",
    "of a subclass": "Base.limit = n\nreturn Plain.limit, Plain(n).limit, 1 // Base(n).limit",
    "of the object": "b = Plain(n)\nb.limit = 7\nBase.limit = n\nreturn b.limit, 1 // Plain.limit",
    "counted": "Base.limit += 1\nb = Own(n)\nb.limit += 1\nreturn b.limit, Base(n).limit",
    "a method": "Base.double = lambda self: self.x - 1\nreturn 1 // Plain(n).double()",
    "a new one": "Base.m = n\nreturn hasattr(Own(n), 'm'), hasattr(Own, 'm'), 1 // Own(n).m",
    "not that of another": "Own.m = n\nreturn hasattr(Plain(n), 'm'), getattr(Base(n), 'm', 3)",
    "of the input": "Base.limit = n\nreturn 1 // plain.limit",
}


@pytest.mark.parametrize("name", BODIES)
def test_objects_and_subclasses_have_it(tmp_path: Path, name: str) -> None:
    path = tmp_path / "subject.py"
    body = BODIES[name].replace("\n", "\n    ")
    path.write_text(f"{CLASSES}def f(n: int, plain: Plain) -> object:\n    {body}\n")
    run = explore(f"{path}:f")
    found = [(each.outcome.kind, each.replayed) for each in run]
    run.close()
    both = [OutcomeKind.RAISED, OutcomeKind.RETURNED] if "//" in body else [OutcomeKind.RETURNED]
    assert sorted(found, key=str) == [(kind, True) for kind in both]


@pytest.mark.parametrize(
    "body",
    ["Base.__len__ = lambda self: 0\nreturn len(Base(n))", "Base.p = property(len)\nBase(n).p"],
)
def test_what_is_not_followed_is_told(tmp_path: Path, body: str) -> None:
    path = tmp_path / "subject.py"
    indented = body.replace("\n", "\n    ")
    path.write_text(f"{CLASSES}def f(n: int) -> object:\n    {indented}\n")
    run = explore(f"{path}:f")
    assert [each.outcome.kind for each in run] == [OutcomeKind.UNSUPPORTED]
    run.close()
