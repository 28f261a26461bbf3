"""Cells of one object have names of their own."""

from __future__ import annotations

from heapwise import terms
from heapwise.heaps.shared.cells import UNNAMED, initial_symbol, item_kind, kinds_of
from heapwise.heaps.shared.type_sorts import index_sort
from heapwise.program import INT, ClassDecl, FieldDecl
from heapwise.program.types import BitVecType
from heapwise.terms import REF, bit_vector, symbol


def test_items_of_one_container_have_different_contents() -> None:
    owner = symbol("Y0", REF)
    cls = ClassDecl("Table", None)
    names = []
    for name in ("key", "value", UNNAMED):
        kind = item_kind(FieldDecl(cls, name, INT))
        names.append(str(initial_symbol(owner, kind, (3,)).value))
    assert names == ["Y0.key[3]", "Y0.value[3]", "Y0[3]"]


def test_an_index_is_a_number_as_the_length_is() -> None:
    unbounded, words = ClassDecl("List", None), ClassDecl("int[]", None, element=INT)
    unbounded.own_fields["length"] = FieldDecl(unbounded, "length", INT)
    words.own_fields["length"] = FieldDecl(words, "length", BitVecType(32))
    sorts = [index_sort(cls) for cls in (unbounded, words, ClassDecl("Table", None))]
    assert sorts == [terms.INT, bit_vector(32), terms.INT]


def test_an_object_has_cells_for_its_fields_its_items_and_its_elements() -> None:
    table, words = ClassDecl("Table", None), ClassDecl("int[]", None, element=INT)
    table.own_fields["size"] = FieldDecl(table, "size", INT)
    table.own_items["key"] = FieldDecl(table, "key", INT)
    words.own_fields["length"] = FieldDecl(words, "length", BitVecType(32))
    assert [kind.label for kind in kinds_of(table)] == [".size", ".key"]
    assert [kind.label for kind in kinds_of(words)] == [".length", ""]
