"""A write through a reference of a subclass tells the class of whatever it turns out to be written
to; without the facts about classes there is a path that no input takes."""

from __future__ import annotations

import pytest

from heapwise.api import Exploration
from heapwise.engine.bounds import Bounds
from heapwise.frontends.tiny.lower import lower
from heapwise.frontends.tiny.parser import parse
from heapwise.heaps import registry

CLASSES = """
class A { int v; }
class B extends A { int b; }
class C extends A { int c; }
class R { A first; B second; }
"""
FIELDS = """
let x := (Y0.first) in let y := (Y0.second) in
  if ((x.v) = 5) then 0
  else ((y.v := 5) ; if ((x.v) = 5) then if (x instanceof C) then 1 else 2 else 3)
"""
INPUTS = """
  if ((Y0.v) = 5) then 0
  else (((Y1.second).v := 5) ;
        if ((Y0.v) = 5) then if (Y0 instanceof C) then 1 else 2 else 3)
"""


@pytest.mark.parametrize("strategy", registry.names())
@pytest.mark.parametrize("source", [FIELDS, INPUTS])
def test_what_was_written_as_one_class_is_not_another(source: str, strategy: str) -> None:
    program = lower(parse(CLASSES + source, "alias.tiny"), "alias.tiny")
    run = Exploration(program, strategy, Bounds(), ignore_null_dereference=True)
    found = list(run)
    assert {path.outcome.value for path in found} == {0, 2, 3}
    assert all(path.replayed for path in found)
    if strategy in ("fieldmaps", "pose", "summary"):
        assert len(found) == 3
