"""A red-black tree with parent pointers: the fields and the invariant of the map of java.util that
lissa.txt §4 uses. The algorithms are those of Cormen, Leiserson, Rivest and Stein.

`rep_ok` is about structure and colours: it says nothing of the order of keys, as in the paper: the
search would have to enumerate them.
"""

from __future__ import annotations

RED = False
BLACK = True


class Entry:
    key: int
    value: int
    left: Entry | None
    right: Entry | None
    parent: Entry | None
    color: bool

    def __init__(self, key: int, value: int, parent: Entry | None) -> None:
        self.key = key
        self.value = value
        self.left = None
        self.right = None
        self.parent = parent
        self.color = BLACK


def color_of(entry: Entry | None) -> bool:
    return BLACK if entry is None else entry.color


def parent_of(entry: Entry | None) -> Entry | None:
    return None if entry is None else entry.parent


def set_color(entry: Entry | None, color: bool) -> None:
    if entry is not None:
        entry.color = color


def left_of(entry: Entry | None) -> Entry | None:
    return None if entry is None else entry.left


def right_of(entry: Entry | None) -> Entry | None:
    return None if entry is None else entry.right


class TreeMap:
    root: Entry | None
    size: int

    def __init__(self) -> None:
        self.root = None
        self.size = 0

    # -- operations

    def put(self, key: int, value: int) -> bool:
        """True if the key is new."""
        entry = self.root
        if entry is None:
            self.root = Entry(key, value, None)
            self.size += 1
            return True
        while True:
            if key == entry.key:
                entry.value = value
                return False
            if key < entry.key:
                if entry.left is not None:
                    entry = entry.left
                else:
                    entry.left = Entry(key, value, entry)
                    self.size += 1
                    self.fix_after_insertion(entry.left)
                    return True
            elif entry.right is not None:
                entry = entry.right
            else:
                entry.right = Entry(key, value, entry)
                self.size += 1
                self.fix_after_insertion(entry.right)
                return True

    def remove(self, key: int) -> bool:
        """True if the key was there."""
        entry = self.get_entry(key)
        if entry is None:
            return False
        self.delete_entry(entry)
        return True

    def get_entry(self, key: int) -> Entry | None:
        entry = self.root
        while entry is not None:
            if key == entry.key:
                return entry
            entry = entry.left if key < entry.key else entry.right
        return None

    # -- balance

    def rotate_left(self, p: Entry | None) -> None:
        if p is None:
            return
        r = p.right
        p.right = r.left
        if r.left is not None:
            r.left.parent = p
        r.parent = p.parent
        if p.parent is None:
            self.root = r
        elif p.parent.left is p:
            p.parent.left = r
        else:
            p.parent.right = r
        r.left = p
        p.parent = r

    def rotate_right(self, p: Entry | None) -> None:
        if p is None:
            return
        left = p.left
        p.left = left.right
        if left.right is not None:
            left.right.parent = p
        left.parent = p.parent
        if p.parent is None:
            self.root = left
        elif p.parent.right is p:
            p.parent.right = left
        else:
            p.parent.left = left
        left.right = p
        p.parent = left

    def fix_after_insertion(self, x: Entry | None) -> None:
        x.color = RED
        while x is not None and x is not self.root and x.parent.color == RED:
            if parent_of(x) is left_of(parent_of(parent_of(x))):
                y = right_of(parent_of(parent_of(x)))
                if color_of(y) == RED:
                    set_color(parent_of(x), BLACK)
                    set_color(y, BLACK)
                    set_color(parent_of(parent_of(x)), RED)
                    x = parent_of(parent_of(x))
                else:
                    if x is right_of(parent_of(x)):
                        x = parent_of(x)
                        self.rotate_left(x)
                    set_color(parent_of(x), BLACK)
                    set_color(parent_of(parent_of(x)), RED)
                    if parent_of(parent_of(x)) is not None:
                        self.rotate_right(parent_of(parent_of(x)))
            else:
                y = left_of(parent_of(parent_of(x)))
                if color_of(y) == RED:
                    set_color(parent_of(x), BLACK)
                    set_color(y, BLACK)
                    set_color(parent_of(parent_of(x)), RED)
                    x = parent_of(parent_of(x))
                else:
                    if x is left_of(parent_of(x)):
                        x = parent_of(x)
                        self.rotate_right(x)
                    set_color(parent_of(x), BLACK)
                    set_color(parent_of(parent_of(x)), RED)
                    if parent_of(parent_of(x)) is not None:
                        self.rotate_left(parent_of(parent_of(x)))
        self.root.color = BLACK

    def successor(self, t: Entry) -> Entry | None:
        """Of an entry with a right child."""
        p = t.right
        while p.left is not None:
            p = p.left
        return p

    def delete_entry(self, p: Entry) -> None:
        self.size -= 1
        if p.left is not None and p.right is not None:
            s = self.successor(p)
            p.key = s.key
            p.value = s.value
            p = s
        replacement = p.left if p.left is not None else p.right
        if replacement is not None:
            replacement.parent = p.parent
            if p.parent is None:
                self.root = replacement
            elif p is p.parent.left:
                p.parent.left = replacement
            else:
                p.parent.right = replacement
            p.left = p.right = p.parent = None
            if p.color == BLACK:
                self.fix_after_deletion(replacement)
        elif p.parent is None:
            self.root = None
        else:
            if p.color == BLACK:
                self.fix_after_deletion(p)
            if p.parent is not None:
                if p is p.parent.left:
                    p.parent.left = None
                elif p is p.parent.right:
                    p.parent.right = None
                p.parent = None

    def fix_after_deletion(self, x: Entry | None) -> None:
        while x is not self.root and color_of(x) == BLACK:
            if x is left_of(parent_of(x)):
                sib = right_of(parent_of(x))
                if color_of(sib) == RED:
                    set_color(sib, BLACK)
                    set_color(parent_of(x), RED)
                    self.rotate_left(parent_of(x))
                    sib = right_of(parent_of(x))
                if color_of(left_of(sib)) == BLACK and color_of(right_of(sib)) == BLACK:
                    set_color(sib, RED)
                    x = parent_of(x)
                else:
                    if color_of(right_of(sib)) == BLACK:
                        set_color(left_of(sib), BLACK)
                        set_color(sib, RED)
                        self.rotate_right(sib)
                        sib = right_of(parent_of(x))
                    set_color(sib, color_of(parent_of(x)))
                    set_color(parent_of(x), BLACK)
                    set_color(right_of(sib), BLACK)
                    self.rotate_left(parent_of(x))
                    x = self.root
            else:
                sib = left_of(parent_of(x))
                if color_of(sib) == RED:
                    set_color(sib, BLACK)
                    set_color(parent_of(x), RED)
                    self.rotate_right(parent_of(x))
                    sib = left_of(parent_of(x))
                if color_of(right_of(sib)) == BLACK and color_of(left_of(sib)) == BLACK:
                    set_color(sib, RED)
                    x = parent_of(x)
                else:
                    if color_of(left_of(sib)) == BLACK:
                        set_color(right_of(sib), BLACK)
                        set_color(sib, RED)
                        self.rotate_left(sib)
                        sib = left_of(parent_of(x))
                    set_color(sib, color_of(parent_of(x)))
                    set_color(parent_of(x), BLACK)
                    set_color(left_of(sib), BLACK)
                    self.rotate_right(parent_of(x))
                    x = self.root
        set_color(x, BLACK)

    # -- the invariant

    def rep_ok(self) -> bool:
        """A tree whose parent pointers are right, and red-black."""
        if self.root is None:
            return True
        if self.root.parent is not None:
            return False
        return self.is_tree() and self.has_right_colors()

    def is_tree(self) -> bool:
        visited = {self.root}
        worklist = [self.root]
        while worklist:
            node = worklist.pop(0)
            left = node.left
            if left is not None:
                if left in visited or left.parent is not node:
                    return False
                visited.add(left)
                worklist.append(left)
            right = node.right
            if right is not None:
                if right in visited or right.parent is not node:
                    return False
                visited.add(right)
                worklist.append(right)
        return True

    def has_right_colors(self) -> bool:
        """The root is black, no red entry has a red child, and all paths down to a missing child
        have the same number of black entries."""
        if self.root.color == RED:
            return False
        height = -1
        worklist = [(self.root, 1)]
        while worklist:
            node, blacks = worklist.pop(0)
            for child in (node.left, node.right):
                if child is None:
                    if height == -1:
                        height = blacks
                    elif height != blacks:
                        return False
                elif child.color == RED:
                    if node.color == RED:
                        return False
                    worklist.append((child, blacks))
                else:
                    worklist.append((child, blacks + 1))
        return True
