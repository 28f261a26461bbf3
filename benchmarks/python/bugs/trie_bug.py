"""Words in a trie."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field


@dataclass(eq=False)
class Trie:
    """
    inv: self.is_tree(set())
    """

    ends: bool = False
    children: dict[str, Trie] = field(default_factory=dict)

    def is_tree(self, seen: set[int]) -> bool:
        if id(self) in seen or id(self.children) in seen:
            return False
        seen |= {id(self), id(self.children)}
        return all(len(c) == 1 and child.is_tree(seen) for c, child in self.children.items())

    def words(self) -> Iterator[str]:
        if self.ends:
            yield ""
        for letter, child in self.children.items():
            for rest in child.words():
                yield letter + rest

    def add(self, word: str) -> None:
        """
        post: set(self.words()) == {*__old__.self.words(), word}
        """
        node = self
        for letter in word:
            node = node.children.setdefault(letter, Trie())
        node.ends = True

    def remove(self, word: str) -> bool:
        """Forget a word, and the branches that only it needed.

        post: set(self.words()) == set(__old__.self.words()) - {word}
        post: __return__ == (word in set(__old__.self.words()))
        """
        if word == "":
            had, self.ends = self.ends, False
            return had
        child = self.children.get(word[0])
        if child is None:
            return False
        had = child.remove(word[1:])
        if not child.children:
            del self.children[word[0]]
        return had

    def longest_prefix(self, text: str) -> str | None:
        """The longest word that the text begins with.

        post: __return__ == max((w for w in self.words() if text.startswith(w)), key=len, default=None)
        """  # noqa: E501
        node, best = self, "" if self.ends else None
        for length, letter in enumerate(text, start=1):
            if letter not in node.children:
                break
            node = node.children[letter]
            if node.ends:
                best = text[: length - 1]
        return best
