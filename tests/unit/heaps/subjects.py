"""Small programs, each with the number of objects of the smallest input that violates its
assertion. Every condition on the way there needs something else in the input: contents of two
cells, an alias, a circle, a class."""

from __future__ import annotations

NODE = "class Node { int val; Node next; }\n"
BOX = "class Box { Object content; int val; }\n"
LINKS = "class A { A link; int a; }\nclass B extends A { int b; }\n"


def when(*conditions: str, keep: str = "", writes: tuple[str, ...] = ()) -> str:
    """A program that keeps an old value, writes, and violates an assertion if all conditions
    hold."""
    code = "(assert (0 = 1))"
    for condition in reversed(conditions):
        code = f"(if {condition} then {code} else 0)"
    return f"{keep} ({' ; '.join((*writes, code))})"


def method(parameters: str, arguments: str, body: str, fields: str = "") -> str:
    head = f"class Main {{ int run({parameters}) := {body}; }}\n"
    return f"{fields}{head}((new Main) . run [{arguments}])"


SUBJECTS: dict[str, tuple[str, int]] = {
    "two elements": (
        method("int[] a, int i, int j", "Y0, X0, X1", when("((a [ i ]) = 5)", "((a [ j ]) = 6)")),
        1,
    ),
    "an element and the length": (
        method("int[] a, int i", "Y0, X0", when("((a [ i ]) = 5)", "((length a) = 3)", "(i = 2)")),
        1,
    ),
    "elements of two arrays": (
        method(
            "int[] a, int[] b, int i",
            "Y0, Y1, X0",
            when("((a [ i ]) = 5)", "((b [ i ]) = 6)", "((b [ (i + 1) ]) = 5)"),
        ),
        2,
    ),
    "an element written over": (
        method(
            "int[] a, int[] b, int i, int j",
            "Y0, Y1, X0, X1",
            when(
                "((b [ j ]) = 1)",
                "(old = 4)",
                keep="let old := (b [ j ]) in",
                writes=("(a [ i ] := 1)",),
            ),
        ),
        1,
    ),
    "one is true and one is not": (
        method(
            "bool[] a, int i, int j",
            "Y0, X0, X1",
            when("(a [ i ])", "(~ (a [ j ]))", "(j < i)"),
        ),
        1,
    ),
    "objects in an array": (
        method(
            "Node[] a, int i, int j",
            "Y0, X0, X1",
            when(
                "(((a [ i ]).next) = (a [ j ]))",
                "(((a [ i ]).val) = 1)",
                "(((a [ j ]).val) = 2)",
            ),
            NODE,
        ),
        3,
    ),
    "a ring of two": (
        NODE + when("((Y0.next) = Y1)", "((Y1.next) = Y0)", "((Y0.val) = 3)", "((Y1.val) = 4)"),
        2,
    ),
    "a ring of three": (
        NODE
        + when(
            "((((Y0.next).next).next) = Y0)",
            "((Y0.val) = 1)",
            "(((Y0.next).val) = 2)",
            "((((Y0.next).next).val) = 3)",
        ),
        3,
    ),
    "an object of its own": (NODE + when("((Y0.next) = Y0)", "((Y0.val) = 1)"), 1),
    "the last of a list": (NODE + when("(((Y0.next).next) = null)", "(((Y0.next).val) = 8)"), 2),
    "what a write has hidden": (
        NODE
        + when(
            "((Y2.next) = Y1)",
            "((old.val) = 4)",
            "((Y1.val) = 5)",
            "((Y2.val) = 6)",
            keep="let old := (Y2.next) in",
            writes=("(Y0.next := Y1)",),
        ),
        3,
    ),
    "a new object through an alias": (
        NODE
        + when(
            "(((Y0.next).next) = Y2)",
            "((Y2.val) = 2)",
            "((Y0.val) = 1)",
            keep="let n := (new Node) in",
            writes=("(n.next := Y2)", "(Y1.next := n)", "((Y0.next).val)"),
        ),
        2,
    ),
    "the same through two writes": (
        NODE
        + when(
            "((Y0.val) = 1)",
            "((Y1.val) = 2)",
            "((Y2.val) = 1)",
            "((Y2.next) = Y0)",
            writes=("(Y0.val := 1)", "(Y1.val := 2)"),
        ),
        2,
    ),
    "classes of two objects": (
        LINKS
        + when(
            "((Y0.link) instanceof B)",
            "((Y1.link) instanceof A)",
            "(~ ((Y1.link) instanceof B))",
            "(((Y1.link).a) = 3)",
            "(((Y0.link).a) = 4)",
            "((Y0.a) = 5)",
            "((Y1.a) = 6)",
        ),
        4,
    ),
    "two boxes with one box in them": (
        BOX
        + when(
            "((Y0.content) = Y2)",
            "((Y1.content) = Y2)",
            "((Y2.val) = 3)",
            "((Y0.val) = 1)",
            "((Y1.val) = 2)",
        ),
        3,
    ),
    "two boxes with the same in them": (
        BOX
        + when(
            "((Y0.content) = (Y1.content))",
            "((Y0.content) instanceof Box)",
            "((Y0.val) = 1)",
            "((Y1.val) = 2)",
            "(~ ((Y1.content) = Y0))",
            "(~ ((Y1.content) = Y1))",
        ),
        3,
    ),
    "boxes with different things in them": (
        BOX
        + when(
            "((Y0.content) instanceof Box)",
            "(~ ((Y1.content) instanceof Box))",
            "((Y1.content) instanceof Object)",
            "((Y0.content) = Y1)",
        ),
        3,
    ),
}
