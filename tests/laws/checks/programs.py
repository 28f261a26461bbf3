"""The subjects of the law tests by name: the corpus, and a few about bounds and subclasses."""

from __future__ import annotations

from functools import cache

from checks.corpus import Subject, subjects
from heapwise.frontends.tiny.lower import lower
from heapwise.frontends.tiny.parser import parse
from heapwise.program import Program

CORPUS: dict[str, Subject] = {subject.name: subject for subject in subjects()}
NAMES: tuple[str, ...] = tuple(CORPUS)


def subject_of_text(name: str, text: str, max_objects: int, ints: tuple[int, ...]) -> Subject:
    return Subject(name, "", parse(text, f"{name}.tiny"), max_objects, ints, partial=False)


_HIERARCHIES: tuple[tuple[str, int, tuple[int, ...], str], ...] = (
    (
        "marked_list",
        4,
        (0,),
        """
        class Node {
          Node next;
          int marks(int fuel) :=
            if (fuel < 1) then 0
            else if ((this.next) = null) then 0
            else if ((this.next) instanceof Marked) then (1 + ((this.next) . marks [(fuel - 1)]))
            else ((this.next) . marks [(fuel - 1)]);
        }
        class Marked extends Node { int mark; }
        (Y0 . marks [3])
        """,
    ),
    (
        "tree_with_leaves",
        3,
        (0,),
        """
        class Tree {
          Tree left;
          Tree right;
          int size(int fuel) :=
            if (fuel < 1) then 0
            else if ((this.left) = null) then 1
            else (((this.left) . size [(fuel - 1)]) + ((this.right) . size [(fuel - 1)]));
        }
        class Leaf extends Tree {
          int size(int fuel) := 1;
        }
        (Y0 . size [2])
        """,
    ),
    (
        "siblings_in_a_chain",
        3,
        (0,),
        """
        class Base { Base next; }
        class Left extends Base { Left twin; }
        class Right extends Base { Right pair; }
        let a := (Y0.twin) in
        let b := (Y1.pair) in
        if ((Y0.next) = (Y1.next)) then
          if ((Y0.next) = a) then 0 else if ((Y0.next) = b) then 1 else 2
        else if ((a.next) = b) then 3 else 4
        """,
    ),
    (
        "links_overwritten",
        4,
        (0,),
        """
        class Node { Node next; }
        ((Y0.next := Y1) ;
         let a := ((Y1.next).next) in
         if (a = Y0) then 0
         else if ((Y0.next) = a) then 1
         else if (((Y0.next).next) = null) then 2
         else 3)
        """,
    ),
    (
        "input_reached_before_it_is_named",
        3,
        (0,),
        """
        class Node { Node next; }
        let a := (Y0.next) in
        if (a = Y1) then
          let b := (Y1.next) in
          if (b = null) then 0 else if (b = Y0) then 1 else if (b = Y1) then 2 else 3
        else 4
        """,
    ),
    (
        "allocated_objects_are_free",
        3,
        (0,),
        """
        class Node { Node next; }
        let a := new Node in
        ((a.next := (Y0.next)) ;
         (Y0.next := a) ;
         if ((Y1.next) = a) then 0
         else if (((Y1.next).next) = null) then 1
         else 2)
        """,
    ),
)

HIERARCHIES: dict[str, Subject] = {
    name: subject_of_text(name, text, size, ints) for name, size, ints, text in _HIERARCHIES
}


def subject_named(name: str) -> Subject:
    return CORPUS[name] if name in CORPUS else HIERARCHIES[name]


@cache
def lowered(name: str) -> Program:
    """The program as the engine sees it, from the very tree that the oracle runs."""
    subject = subject_named(name)
    return lower(subject.program, f"{name}.tiny")
