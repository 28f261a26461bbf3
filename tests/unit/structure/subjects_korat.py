"""Structures whose numbers are known."""

from __future__ import annotations


class Node:
    left: Node | None
    right: Node | None


class BinaryTree:
    """The size is checked last, by a worklist: Korat's published counts depend on both."""

    root: Node | None
    size: int

    def rep_ok(self) -> bool:
        if self.root is None:
            return self.size == 0
        visited = {self.root}
        worklist = [self.root]
        while worklist:
            node = worklist.pop(0)
            if node.left is not None:
                if node.left in visited:
                    return False
                visited.add(node.left)
                worklist.append(node.left)
            if node.right is not None:
                if node.right in visited:
                    return False
                visited.add(node.right)
                worklist.append(node.right)
        return len(visited) == self.size


class Link:
    element: object | None
    next: Link
    previous: Link


class DoublyLinkedList:
    """A ring with a header, which has no element; of elements only identity matters."""

    header: Link
    size: int

    def rep_ok(self) -> bool:
        if self.header.element is not None:
            return False
        count = 0
        link = self.header
        visited = set()
        while True:
            following = link.next
            if following.previous is not link or following in visited:
                return False
            visited.add(following)
            if following is self.header:
                break
            if following.element is None:
                return False
            count += 1
            link = following
        return count == self.size


class RedBlackNode:
    left: RedBlackNode | None
    right: RedBlackNode | None
    parent: RedBlackNode | None
    is_red: bool


class RedBlackTree:
    root: RedBlackNode | None
    size: int

    def rep_ok(self) -> bool:
        if self.root is None:
            return self.size == 0
        if self.root.parent is not None or self.root.is_red:
            return False
        visited = {self.root}
        worklist = [(self.root, 1)]
        height = None
        while worklist:
            node, blacks = worklist.pop(0)
            for child in (node.left, node.right):
                if child is None:
                    if height is None:
                        height = blacks
                    elif height != blacks:
                        return False
                    continue
                if child in visited or child.parent is not node:
                    return False
                visited.add(child)
                if child.is_red and node.is_red:
                    return False
                worklist.append((child, blacks + (not child.is_red)))
        return len(visited) == self.size


class AvlNode:
    left: AvlNode | None
    right: AvlNode | None
    height: int


class AvlTree:
    root: AvlNode | None
    size: int

    def rep_ok(self) -> bool:
        if self.root is None:
            return self.size == 0
        visited = {self.root}
        order = [self.root]
        for node in order:
            for child in (node.left, node.right):
                if child is not None:
                    if child in visited:
                        return False
                    visited.add(child)
                    order.append(child)
        if len(visited) != self.size:
            return False
        heights: dict[AvlNode, int] = {}
        for node in reversed(order):
            left = heights[node.left] if node.left else 0
            right = heights[node.right] if node.right else 0
            if abs(left - right) > 1:
                return False
            heights[node] = 1 + max(left, right)
            if node.height != heights[node]:
                return False
        return True


class Loop:
    """Does not notice cycles."""

    next: Loop | None

    def rep_ok(self) -> bool:
        link = self
        while link.next is not None:
            link = link.next
        return True


class Careless:
    next: Careless | None

    def rep_ok(self) -> bool:
        return self.next.next is None  # type: ignore[union-attr]  # it is careless


class Writer:
    value: int

    def rep_ok(self) -> bool:
        self.value = 1
        return True


class Shape:
    inside: Shape | None


class Circle(Shape):
    radius: int


class Square(Shape):
    side: int


class Drawing:
    """Lists of objects of several classes."""

    shapes: list[Shape]
    background: Circle | None

    def rep_ok(self) -> bool:
        return all(shape.inside is None for shape in self.shapes)


class Bag:
    items: list[int]

    def rep_ok(self) -> bool:
        return all(a < b for a, b in zip(self.items, self.items[1:], strict=False))
