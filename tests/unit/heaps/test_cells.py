"""Cells of one object have names of their own."""

from __future__ import annotations

from heapwise.heaps.shared.cells import UNNAMED, initial_symbol, item_kind
from heapwise.program import INT, ClassDecl, FieldDecl
from heapwise.terms import REF, symbol


def test_items_of_one_container_have_different_contents() -> None:
    owner = symbol("Y0", REF)
    cls = ClassDecl("Table", None)
    names = []
    for name in ("key", "value", UNNAMED):
        kind = item_kind(FieldDecl(cls, name, INT))
        names.append(str(initial_symbol(owner, kind, (3,)).value))
    assert names == ["Y0.key[3]", "Y0.value[3]", "Y0[3]"]
