"""A strategy that another package brings along: field maps that think of aliases first."""

from __future__ import annotations

from collections.abc import Sequence

from heapwise.heaps.api import Case, HeapContext, Ref
from heapwise.heaps.strategies.fieldmaps import FieldMaps, FieldMapsStrategy
from heapwise.terms import Scalar


class Backwards(FieldMapsStrategy):
    def ref_equals(
        self, cx: HeapContext, heap: FieldMaps, left: Ref, right: Ref
    ) -> Sequence[Case[FieldMaps, Scalar]]:
        return super().ref_equals(cx, heap, right, left)[::-1]
