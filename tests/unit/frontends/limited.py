"""Trees for `test_input_limits`."""

from __future__ import annotations

from dataclasses import dataclass

from heapwise import Finitization


@dataclass
class Payload:
    size: int


@dataclass
class Node:
    key: int
    value: Payload | None
    left: Node | None
    right: Node | None
    label: int | str | None
    marked: bool
    links: list[int]


@dataclass
class Tree:
    root: Node | None

    def rep_ok(self) -> bool:
        seen: set[int] = set()
        work = [] if self.root is None else [self.root]
        while work:
            node = work.pop()
            if id(node) in seen:
                return False
            seen.add(id(node))
            if node.left is not None:
                work.append(node.left)
            if node.right is not None:
                work.append(node.right)
        return True

    def depth(self) -> int:
        count = 0
        node = self.root
        while node is not None:
            count += 1
            node = node.left
        return count

    def value(self) -> int:
        if self.root is None or self.root.value is None:
            return 0
        return 1

    def label(self) -> int:
        if self.root is None or self.root.label is None:
            return 1
        return 2 if isinstance(self.root.label, str) else 3

    def key(self) -> int:
        if self.root is None:
            return 0
        if self.root.key < 3:
            return 1
        return 2 if self.root.key < 6 else 3

    def mark(self) -> int:
        return 0 if self.root is None else 1 if self.root.marked else 2

    @staticmethod
    def fin_tree(nodes: int) -> Finitization:
        found = Finitization(Tree)
        some = found.objects(Node, nodes)
        found.set("root", some)
        found.set("Node.left", some)
        found.set("Node.right", some)
        found.set("Node.key", found.integers(0, 2))
        return found

    @staticmethod
    def fin_nothing(nodes: int) -> int:
        return nodes
