"""What a notebook shows of results."""

from __future__ import annotations

import sys

import pytest

from heapwise import explore
from heapwise.results import Heap, HeapObject, Ref

LOOP = Heap({"x": Ref("Node#1")}, {Ref("Node#1"): HeapObject("<b>", {"next": Ref("Node#1")})})


def test_a_heap_is_a_picture_whose_texts_are_escaped() -> None:
    pytest.importorskip("pygraphviz")
    shown = Heap({"x": "</svg><script>"}, LOOP.objects)._repr_html_()
    assert shown.startswith("<div><svg") and "<script>" not in shown and "Node#1" in shown


def test_a_heap_is_drawn_in_characters_without_graphviz(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pygraphviz", None)
    assert "x ────► Node#1  next ─► Node#1 ↺" in LOOP._repr_html_()
    assert "<script>" not in Heap({"x": "<script>"})._repr_html_()


def test_a_run_and_its_paths_show_themselves() -> None:
    run = explore("examples/swap.tiny")
    paths = list(run)
    assert "examples/swap.tiny" in run._repr_html_() and "exhaustive" in run._repr_html_()
    assert f"path {paths[0].id}" in paths[0]._repr_html_() and "when" in paths[0]._repr_html_()


def test_who_shows_no_html_shows_text() -> None:
    """A front end of IPython takes what it can show of the bundle."""
    drawn = "x ────► Node#1  next ─► Node#1 ↺"
    assert LOOP._repr_mimebundle_() == {"text/plain": drawn, "text/html": LOOP._repr_html_()}
    run = explore("examples/swap.tiny")
    path, *_ = run  # to its end: until then its time goes on
    shown = path._repr_mimebundle_(include=None, exclude=None)
    assert shown["text/html"] == path._repr_html_()
    first, when, *heaps = shown["text/plain"].splitlines()
    assert first.startswith(f"path {path.id}  ") and when == f"when {path.condition}"
    assert "input" in heaps and any(line.startswith("output") for line in heaps)
    told = run._repr_mimebundle_()
    assert told["text/plain"].startswith("examples/swap.tiny under fieldmaps\n")
    assert told["text/html"] == run._repr_html_()
