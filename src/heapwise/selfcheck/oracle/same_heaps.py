"""Are two heaps that a program left the same?

Input objects are told apart by name, new ones only by how they are reached.
"""

from __future__ import annotations

from heapwise.results import Heap, HeapObject, Ref, Value


def same_up_to_new_names(a: Heap, a_value: Value, b: Heap, b_value: Value, given: Heap) -> bool:
    """`given` is the input heap both started from. New objects that cannot be reached do not
    matter; a field that one side does not mention has its default value."""
    paired: dict[Ref, Ref] = {}
    taken: dict[Ref, Ref] = {}
    pending: list[tuple[Value, Value]] = [(a_value, b_value)]
    pending.extend((ref, ref) for ref in given.objects)
    pending.extend((a.roots.get(name), b.roots.get(name)) for name in given.roots)
    while pending:
        left, right = pending.pop()
        if not isinstance(left, Ref) or not isinstance(right, Ref):
            if not _same_plain(left, right):
                return False
            continue
        if left in paired or right in taken:
            if paired.get(left) != right or taken.get(right) != left:
                return False
            continue
        paired[left], taken[right] = right, left
        if (left in given.objects or right in given.objects) and left != right:
            return False
        one, other = a.objects.get(left), b.objects.get(right)
        if one is None or other is None or one.class_name != other.class_name:
            return False
        fields = _field_pairs(one, other)
        if fields is None:
            return False
        pending.extend(fields)
    return True


def _same_plain(left: Value, right: Value) -> bool:
    return type(left) is type(right) and left == right


def _field_pairs(one: HeapObject, other: HeapObject) -> list[tuple[Value, Value]] | None:
    """The values to compare, or None if a field that only one side has is not at its default."""
    pairs: list[tuple[Value, Value]] = []
    for name in one.fields.keys() | other.fields.keys():
        if name in one.fields and name in other.fields:
            pairs.append((one.fields[name], other.fields[name]))
        elif not _is_default((one if name in one.fields else other).fields[name]):
            return None
    return pairs


def _is_default(value: Value) -> bool:
    return value is None or value is False or (type(value) is int and value == 0)


__all__ = ["same_up_to_new_names"]
