"""Finitizations: derived from types, changed by hand, and refused where they make no sense."""

from __future__ import annotations

from pathlib import Path

import pytest

from heapwise.frontends.enumerating import enumerate_inputs
from heapwise.program import InputError
from heapwise.structure.search.field_domains import (
    ClassScope,
    Domain,
    Finitization,
    booleans,
    integers,
    one_of,
    references,
)

_HERE = Path(__file__).parent


def _write(folder: Path, text: str) -> str:
    file = folder / "subject.py"
    file.write_text(text)
    return str(file)


def test_domains_are_sequences_with_null_first() -> None:
    assert references("Node").values == (None,)
    assert references("Node", null=False).values == ()
    assert integers(2, 4).values == (2, 3, 4)
    assert booleans().values == (False, True)
    assert one_of("a", None, 3) == Domain((None, "a", 3))


def test_domains_come_from_hints(tmp_path: Path) -> None:
    file = _write(
        tmp_path,
        """
import enum

class Colour(enum.Enum):
    RED = 1
    BLUE = 2

class Thing:
    flag: bool
    number: int
    colour: Colour
    text: str
    other: "Thing | None"
    itself: "Thing"
    maybe: int | None

    def rep_ok(self) -> bool:
        return True
""",
    )
    fields = enumerate_inputs(f"{file}:Thing", 2).finitization.classes["Thing"].fields
    assert fields["flag"] == booleans()
    assert fields["number"] == integers(0, 2)
    assert [member.name for member in fields["colour"].values] == ["RED", "BLUE"]  # type: ignore[attr-defined]
    assert all(isinstance(value, str) for value in fields["text"].values)
    assert fields["other"] == references("Thing")
    assert fields["itself"] == references("Thing", null=False)
    assert fields["maybe"] == Domain((None, 0, 1, 2))


def test_domains_come_from_declarations_of_the_small_language() -> None:
    found = enumerate_inputs(f"{_HERE / 'tree.tiny'}:Tree", 3, objects_of={"Tree": 1})
    classes = found.finitization.classes
    assert classes["Tree"].count == 1
    assert classes["Node"].count == 3
    assert classes["Tree"].fields == {"root": references("Node"), "size": integers(0, 3)}


def test_a_field_without_a_usable_hint_is_refused(tmp_path: Path) -> None:
    file = _write(
        tmp_path,
        "class Numbers(set): pass\n\n"
        "class Thing:\n    own: Numbers\n    def rep_ok(self) -> bool: return True\n",
    )
    with pytest.raises(InputError, match=r"Thing\.own"):
        enumerate_inputs(f"{file}:Thing", 1)


def test_domains_and_scopes_can_be_given_by_hand() -> None:
    node = ClassScope("Node", 2, {"next": references("Node"), "key": integers(0, 9)})
    given = Finitization({"Node": node}, {"self": references("Node")})
    changed = given.with_objects("Node", 5).with_field("Node.key", one_of(7))
    assert changed.classes["Node"].count == 5
    assert changed.classes["Node"].fields["key"].values == (7,)
    assert given.classes["Node"].count == 2


def test_so_can_the_domain_of_an_input() -> None:
    node = ClassScope("Node", 2, {"next": references("Node")})
    given = Finitization({"Node": node}, {"self": references("Node"), "n": integers(0, 9)})
    changed = given.with_field("n", one_of(7))
    assert changed.roots == {"self": references("Node"), "n": one_of(7)}
    assert changed.classes == given.classes


def test_mistakes_are_named() -> None:
    node = ClassScope("Node", 2, {"next": references("Node")})
    given = Finitization({"Node": node}, {"self": references("Node")})
    with pytest.raises(InputError, match="no class `Nod`"):
        given.with_objects("Nod", 1)
    with pytest.raises(InputError, match=r"no field `nxt` to give a domain to \(next\)"):
        given.with_field("Node.nxt", booleans())
    with pytest.raises(InputError, match=r"names the class `Leaf`.*known: Node$"):
        given.with_field("Node.next", references("Leaf"))
    with pytest.raises(InputError, match=r"known: none$"):
        Finitization({}, {"self": references("Leaf")})
    with pytest.raises(InputError, match=r"no field `nxt` to give a domain to \(none\)"):
        given.with_field("Node.next", integers(0, 1))._with(ClassScope("Empty", 1)).with_field(
            "Empty.nxt", booleans()
        )
    with pytest.raises(InputError, match="is empty"):
        given.with_field("Node.next", Domain())


def test_words_of_a_user_may_name_classes_and_members(tmp_path: Path) -> None:
    file = _write(
        tmp_path,
        """
import enum

class Colour(enum.Enum):
    RED = 1
    BLUE = 2

class Thing:
    colour: Colour
    other: "Thing | None"

    def rep_ok(self) -> bool:
        return self.other is not self
""",
    )
    words: dict[str, list[object]] = {
        "Thing.colour": ["BLUE"],
        "Thing.other": ["Thing", None],
    }
    found = enumerate_inputs(f"{file}:Thing", 2, domains=words)
    fields = found.finitization.classes["Thing"].fields
    assert [str(value) for value in fields["colour"].values] == ["Colour.BLUE"]
    assert fields["other"] == references("Thing")
    assert found.count() == 4  # alone; with another that has none, itself, or the first
