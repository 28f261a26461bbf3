"""Data structures without a stated invariant: what `heapwise invariants` is measured with."""

from __future__ import annotations


class Cell:
    def __init__(self, value: int, next: Cell | None = None) -> None:
        self.value = value
        self.next = next


class LinkedList:
    def __init__(self) -> None:
        self.head: Cell | None = None
        self.size = 0

    def push(self, value: int) -> None:
        self.head = Cell(value, self.head)
        self.size += 1

    def pop(self) -> int:
        if self.head is None:
            raise IndexError("empty")
        value = self.head.value
        self.head = self.head.next
        self.size -= 1
        return value


class Queue:
    def __init__(self) -> None:
        self.first: Cell | None = None
        self.last: Cell | None = None

    def put(self, value: int) -> None:
        cell = Cell(value)
        if self.last is None:
            self.first = cell
        else:
            self.last.next = cell
        self.last = cell

    def take(self) -> int:
        cell = self.first
        if cell is None:
            raise IndexError("empty")
        self.first = cell.next
        if self.first is None:
            self.last = None
        return cell.value


class SortedChain:
    def __init__(self) -> None:
        self.head: Cell | None = None

    def insert(self, value: int) -> None:
        if self.head is None or value <= self.head.value:
            self.head = Cell(value, self.head)
            return
        cell = self.head
        while cell.next is not None and cell.next.value < value:
            cell = cell.next
        cell.next = Cell(value, cell.next)

    def remove_first(self) -> None:
        if self.head is not None:
            self.head = self.head.next


class Link:
    def __init__(self, value: int) -> None:
        self.value = value
        self.prev: Link | None = None
        self.next: Link | None = None


class DoublyLinked:
    def __init__(self) -> None:
        self.head: Link | None = None
        self.tail: Link | None = None
        self.count = 0

    def append(self, value: int) -> None:
        link = Link(value)
        link.prev = self.tail
        if self.tail is None:
            self.head = link
        else:
            self.tail.next = link
        self.tail = link
        self.count += 1

    def remove_last(self) -> None:
        if self.tail is None:
            return
        self.tail = self.tail.prev
        if self.tail is None:
            self.head = None
        else:
            self.tail.next = None
        self.count -= 1


class TreeNode:
    def __init__(self, key: int, parent: TreeNode | None) -> None:
        self.key = key
        self.parent = parent
        self.left: TreeNode | None = None
        self.right: TreeNode | None = None


class ParentTree:
    def __init__(self) -> None:
        self.root: TreeNode | None = None
        self.size = 0

    def add(self, key: int) -> bool:
        parent: TreeNode | None = None
        node = self.root
        while node is not None:
            if key == node.key:
                return False
            parent = node
            node = node.left if key < node.key else node.right
        made = TreeNode(key, parent)
        if parent is None:
            self.root = made
        elif key < parent.key:
            parent.left = made
        else:
            parent.right = made
        self.size += 1
        return True

    def clear(self) -> None:
        self.root = None
        self.size = 0


class AvlNode:
    def __init__(self, key: int) -> None:
        self.key = key
        self.height = 1
        self.left: AvlNode | None = None
        self.right: AvlNode | None = None


def _height(node: AvlNode | None) -> int:
    return 0 if node is None else node.height


def _update(node: AvlNode) -> None:
    node.height = 1 + max(_height(node.left), _height(node.right))


def _right(node: AvlNode) -> AvlNode:
    top = node.left
    assert top is not None
    node.left = top.right
    top.right = node
    _update(node)
    _update(top)
    return top


def _left(node: AvlNode) -> AvlNode:
    top = node.right
    assert top is not None
    node.right = top.left
    top.left = node
    _update(node)
    _update(top)
    return top


class Avl:
    def __init__(self) -> None:
        self.root: AvlNode | None = None

    def insert(self, key: int) -> None:
        self.root = self._insert(self.root, key)

    def _insert(self, node: AvlNode | None, key: int) -> AvlNode:
        if node is None:
            return AvlNode(key)
        if key < node.key:
            node.left = self._insert(node.left, key)
        elif key > node.key:
            node.right = self._insert(node.right, key)
        else:
            return node
        _update(node)
        balance = _height(node.left) - _height(node.right)
        if balance > 1:
            assert node.left is not None
            if key > node.left.key:
                node.left = _left(node.left)
            return _right(node)
        if balance < -1:
            assert node.right is not None
            if key < node.right.key:
                node.right = _right(node.right)
            return _left(node)
        return node


class MinHeap:
    def __init__(self) -> None:
        self.items: list[int] = []

    def push(self, item: int) -> None:
        self.items.append(item)
        place = len(self.items) - 1
        while place > 0:
            above = (place - 1) // 2
            if self.items[above] <= self.items[place]:
                break
            self.items[above], self.items[place] = self.items[place], self.items[above]
            place = above

    def smallest(self) -> int:
        return self.items[0]


class Ring:
    def __init__(self) -> None:
        self.slots: list[int] = [0, 0, 0]
        self.start = 0
        self.count = 0

    def put(self, item: int) -> bool:
        if self.count == len(self.slots):
            return False
        self.slots[(self.start + self.count) % len(self.slots)] = item
        self.count += 1
        return True

    def take(self) -> int:
        if self.count == 0:
            raise IndexError("empty")
        item = self.slots[self.start]
        self.start = (self.start + 1) % len(self.slots)
        self.count -= 1
        return item


class UnionFind:
    def __init__(self) -> None:
        self.parent: list[int] = []
        self.rank: list[int] = []

    def make(self) -> int:
        self.parent.append(len(self.parent))
        self.rank.append(0)
        return len(self.parent) - 1

    def find(self, item: int) -> int:
        if not 0 <= item < len(self.parent):
            raise IndexError(item)
        while self.parent[item] != item:
            item = self.parent[item]
        return item


class Entry:
    def __init__(self, key: int, value: int) -> None:
        self.key = key
        self.value = value
        self.newer: Entry | None = None
        self.older: Entry | None = None


class Lru:
    def __init__(self) -> None:
        self.table: dict[int, Entry] = {}
        self.newest: Entry | None = None

    def put(self, key: int, value: int) -> None:
        if key in self.table:
            self.table[key].value = value
            return
        entry = Entry(key, value)
        entry.older = self.newest
        if self.newest is not None:
            self.newest.newer = entry
        self.newest = entry
        self.table[key] = entry

    def get(self, key: int) -> int:
        return self.table[key].value if key in self.table else -1


class Bank:
    def __init__(self) -> None:
        self.balances: dict[str, int] = {}

    def open(self, name: str) -> None:
        if name not in self.balances:
            self.balances[name] = 0

    def deposit(self, name: str, amount: int) -> None:
        if amount > 0 and name in self.balances:
            self.balances[name] += amount

    def withdraw(self, name: str, amount: int) -> bool:
        if amount < 0 or self.balances.get(name, 0) < amount or name not in self.balances:
            return False
        self.balances[name] -= amount
        return True


class Graph:
    def __init__(self) -> None:
        self.neighbours: dict[int, set[int]] = {}

    def add(self, node: int) -> None:
        if node not in self.neighbours:
            self.neighbours[node] = set()

    def connect(self, one: int, other: int) -> None:
        if one in self.neighbours and other in self.neighbours:
            self.neighbours[one].add(other)
            self.neighbours[other].add(one)


class IntervalMap:
    def __init__(self) -> None:
        self.starts: list[int] = []
        self.values: list[int] = []

    def append(self, start: int, value: int) -> bool:
        if self.starts and start <= self.starts[-1]:
            return False
        self.starts.append(start)
        self.values.append(value)
        return True


class Indexed:
    def __init__(self) -> None:
        self.items: list[int] = []
        self.place: dict[int, int] = {}

    def add(self, item: int) -> None:
        if item not in self.place:
            self.place[item] = len(self.items)
            self.items.append(item)

    def remove(self, item: int) -> None:
        if item not in self.place:
            return
        index = self.place.pop(item)
        last = self.items.pop()
        if last != item:
            self.items[index] = last
            self.place[last] = index


class Bucket:
    def __init__(self, key: int, value: int, next: Bucket | None) -> None:
        self.key = key
        self.value = value
        self.next = next


class ChainedMap:
    def __init__(self) -> None:
        self.first: Bucket | None = None
        self.size = 0

    def put(self, key: int, value: int) -> None:
        bucket = self.first
        while bucket is not None:
            if bucket.key == key:
                bucket.value = value
                return
            bucket = bucket.next
        self.first = Bucket(key, value, self.first)
        self.size += 1

    def remove(self, key: int) -> None:
        before: Bucket | None = None
        bucket = self.first
        while bucket is not None and bucket.key != key:
            before, bucket = bucket, bucket.next
        if bucket is None:
            return
        if before is None:
            self.first = bucket.next
        else:
            before.next = bucket.next
        self.size -= 1


class Person:
    def __init__(self, name: str) -> None:
        self.name = name
        self.boss: Person | None = None
        self.reports: list[Person] = []

    def hire(self, name: str) -> Person:
        person = Person(name)
        person.boss = self
        self.reports.append(person)
        return person
