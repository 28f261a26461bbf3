"""A finished path as processes and files pass it on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from heapwise.results import OutcomeKind, PathResult
from heapwise.results.place import Place
from heapwise.results.prefix import Prefix

if TYPE_CHECKING:
    from heapwise.engine.state import Leaf


@dataclass(slots=True)
class Found:
    """`path` is its description, if somebody was asked for it, and `outline` the part of it that
    costs little; `leaf` its end, if this process has
    found it: then its place in the tree need not be written down (`at`). `number` and `case` are
    given when it is handed out. `control_flow` is the digest of that, if somebody wants to
    compare. Those who know what they look for mark what is not `of_interest` to them, and only to
    be counted."""

    at: Prefix | None
    kind: OutcomeKind
    detail: str | None
    where: Place | None
    identity: bytes | None
    path: PathResult | None = None
    leaf: Leaf[Any] | None = None
    number: int = 0
    case: int = 1
    control_flow: bytes | None = None
    of_interest: bool = True
    outline: PathResult | None = None

    @property
    def prefix(self) -> Prefix:
        """Made of the leaf when somebody first asks."""
        if self.at is None:
            assert self.leaf is not None
            self.at = self.leaf.prefix
        return self.at


def found_of(leaf: Leaf[Any], path: PathResult | None = None, kept: bool = True) -> Found:
    """The leaf itself is `kept` where it can be used."""
    return Found(
        None if kept else leaf.prefix,
        leaf.kind,
        leaf.detail,
        leaf.where,
        leaf.identity,
        path,
        leaf if kept else None,
        leaf.number,
        leaf.case,
    )
