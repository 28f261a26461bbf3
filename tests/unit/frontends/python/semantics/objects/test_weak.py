"""Weak references refer to objects that are there, or to ones that are gone; what CPython has
collected is never guessed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.unit.frontends.python.exploring import explore, reasons, results

NODE = """
    from __future__ import annotations
    import weakref

    class Node:
        def __init__(self, value: int, parent: Node | None = None) -> None:
            self.value = value
            self.parent = weakref.ref(parent) if parent is not None else None

        def up(self) -> Node | None:
            return None if self.parent is None else self.parent()
"""


@pytest.mark.parametrize("strategy", ["fieldmaps", "lazy", "lazier", "pose"])
def test_what_an_input_refers_to_may_be_there_or_gone(tmp_path: Path, strategy: str) -> None:
    source = (
        NODE
        + """
    def target(ref: weakref.ref[Node], node: Node) -> str:
        found = ref()
        if found is None:
            return "gone"
        return "same" if found is node else "other"
    """
    )
    assert results(explore(tmp_path, source, strategy=strategy)) == {"gone", "same", "other"}


@pytest.mark.parametrize("strategy", ["fieldmaps", "lazy"])
def test_a_field_is_read_from_what_the_constructor_puts_there(
    tmp_path: Path, strategy: str
) -> None:
    source = (
        NODE
        + """
    def target(node: Node) -> int:
        if node.parent is None:
            return 0
        found = node.up()
        if found is None:
            return 1
        return 2 if found is node else 3
    """
    )
    assert results(explore(tmp_path, source, strategy=strategy)) == {0, 1, 2, 3}


def test_there_is_one_weak_reference_for_an_object(tmp_path: Path) -> None:
    source = (
        NODE
        + """
    def target(a: Node, b: Node) -> int:
        one, other = weakref.ref(a), weakref.ref(b)
        assert isinstance(one, weakref.ref)
        if one is other:
            return 1 if one == other else 2
        return 3 if one == other else 4
    """
    )
    assert results(explore(tmp_path, source)) == {1, 4}


def test_a_new_object_is_there_while_a_variable_leads_to_it(tmp_path: Path) -> None:
    source = (
        NODE
        + """
    def target(n: int) -> int:
        root = Node(n)
        children = [Node(1, root)]
        ref = weakref.ref(children[0])
        child = ref()
        assert child is children[0]
        top = child.up()
        return 0 if top is None else top.value
    """
    )
    (path,) = explore(tmp_path, source)
    assert path.kind.value == "returned"


def test_what_may_be_collected_is_not_supported(tmp_path: Path) -> None:
    source = (
        NODE
        + """
    def target(n: int) -> bool:
        node = Node(n)
        ref = weakref.ref(node)
        if n > 0:
            del node
        return ref() is None
    """
    )
    paths = explore(tmp_path, source)
    assert reasons(paths) == {"a weak reference to an object of the program that may be gone"}
    assert [path.result for path in paths if path.kind.value == "returned"] == [False]


@pytest.mark.parametrize("what", ["1", "'a'", "None", "(1,)", "[1]", "{}", "Slotted()"])
def test_what_has_no_weak_references_raises(tmp_path: Path, what: str) -> None:
    source = f"""
    import weakref

    class Slotted:
        __slots__ = ()

    def target(n: int) -> object:
        return weakref.ref({what})
    """
    assert results(explore(tmp_path, source)) == {"TypeError"}


def test_a_callback_is_not_supported(tmp_path: Path) -> None:
    source = (
        NODE
        + """
    def target(node: Node) -> bool:
        return weakref.ref(node, print)() is node
    """
    )
    assert reasons(explore(tmp_path, source)) == {"a weak reference with a callback"}


@pytest.mark.parametrize("strategy", ["fieldmaps", "lazy"])
def test_descriptors_tell_what_they_keep(tmp_path: Path, strategy: str) -> None:
    source = """
    from __future__ import annotations
    import weakref
    from typing import Any, Generic, TypeVar

    T = TypeVar("T")

    class WeakAttribute(Generic[T]):
        def __init__(self, slot: str) -> None:
            self.slot = slot

        def __set__(self, instance: Any, value: T) -> None:
            setattr(instance, self.slot, weakref.ref(value))

        def __get__(self, instance: Any, owner: type) -> T | None:
            return getattr(instance, self.slot)()

    class Node:
        previous: WeakAttribute[Node] = WeakAttribute("_previous")
        __slots__ = ("__weakref__", "_previous", "value")

        def __init__(self, value: int, previous: Node) -> None:
            self.value = value
            self.previous = previous

    def target(node: Node) -> int:
        before = node.previous
        if before is None:
            return 0
        if before is node:
            return 1
        node.previous = node
        return 2 if node.previous is node else 3
    """
    assert results(explore(tmp_path, source, strategy=strategy)) == {0, 1, 2}
