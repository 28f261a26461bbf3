"""The options that say more about a Java program."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, TypeAlias

import typer

from heapwise.cli.failures import chosen
from heapwise.frontends.java.options import INTS, JavaOptions
from heapwise.program.source import InputError

_JAVA = "Java (docs/java.md)"

Ints: TypeAlias = Annotated[
    str,
    typer.Option(
        "--ints",
        metavar="|".join(INTS),
        help="Integers wrap as Java's do, or are mathematical as in the papers.",
        rich_help_panel=_JAVA,
    ),
]
ClassPath: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--class-path",
        metavar="PATH",
        help="Another folder or jar that classes are found in. Repeatable.",
        show_default=False,
        rich_help_panel=_JAVA,
    ),
]
Jdk: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--jdk",
        metavar="FOLDER",
        help="The JDK to read, and to replay with.",
        show_default="JAVA_HOME, or what is installed",
        rich_help_panel=_JAVA,
    ),
]
InputClass: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--input-class",
        metavar="TYPE=CLASS,…",
        help="Of which classes inputs of a declared type or type variable are. Repeatable.",
        show_default=False,
        rich_help_panel=_JAVA,
    ),
]
Invariant: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--invariant",
        metavar="CLASS.METHOD",
        help="A static method that says whether an object is valid. Repeatable.",
        show_default=False,
        rich_help_panel=_JAVA,
    ),
]
Requires: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--requires",
        metavar="METHOD",
        help="A method that is a precondition, besides `m_pre` and @Requires. Repeatable.",
        show_default=False,
        rich_help_panel=_JAVA,
    ),
]
Ensures: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--ensures",
        metavar="METHOD",
        help="A method that is a postcondition, besides `m_post` and @Ensures. Repeatable.",
        show_default=False,
        rich_help_panel=_JAVA,
    ),
]
Model: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--model",
        metavar="METHOD=METHOD",
        help="A method that stands for another, e.g. pkg.Db.load=my.Models.load. Repeatable.",
        show_default=False,
        rich_help_panel=_JAVA,
    ),
]


def java_options(
    ints: str,
    class_path: Sequence[str] | None,
    jdk: str | None,
    input_class: Sequence[str] | None,
    invariant: Sequence[str] | None,
    requires: Sequence[str] | None,
    ensures: Sequence[str] | None,
    model: Sequence[str] | None,
) -> JavaOptions:
    classes = [_pair("--input-class", text) for text in input_class or ()]
    return JavaOptions(
        ints=chosen("value of --ints", ints, INTS),
        class_path=tuple(class_path or ()),
        jdk=jdk,
        input_classes={
            name: tuple(each.strip() for each in text.split(",") if each.strip())
            for name, text in classes
        },
        requires=tuple(requires or ()),
        ensures=tuple(ensures or ()),
        invariants=tuple(invariant or ()),
        models=dict(_pair("--model", text) for text in model or ()),
    )


def _pair(option: str, text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not (equals and name.strip()):
        raise InputError(f"{option} {text}: write NAME=VALUE")
    return name.strip(), value.strip()
