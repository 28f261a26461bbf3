"""What the user may say about a Java program besides its target."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from heapwise.frontends.input_options import OPTIONS as LIMITS
from heapwise.frontends.input_options import InputLimits, limits_given, pairs, several
from heapwise.frontends.language_options import Given, LanguageOption, LanguageOptions

INTS = ("exact", "math")
"""Integers as bit-vectors that wrap as Java's do, or as mathematical integers."""
STRINGS = ("exact", "opaque")
"""Strings with all their characters, or strings that are only compared."""
MAIN_ARGUMENTS = ("none", "any")
"""What `main(String[])` is called with."""


@dataclass(frozen=True)
class JavaOptions(InputLimits):
    """`input_classes` says of which classes inputs are that are declared as a class, an interface
    or a type variable (`K`, `java.lang.Object`). `requires`, `ensures` and `invariants` name
    methods that are contracts (`Class.method`, or a method of the class under test); `models` maps
    methods to those that replace them. Contracts stand for the methods in `by_contract`
    (`calls_by_contract`). `found_invariants` are assumed of inputs, and promised by nobody.
    `constructed` inputs are objects as constructors leave them, as far as
    their fields are seen never to be null (`universe/set_fields.py`)."""

    ints: str = "exact"
    strings: str = "exact"
    main_arguments: str = "none"
    class_path: Sequence[str] = ()
    source_path: Sequence[str] = ()
    jdk: str | None = None
    contracts: bool = True
    input_classes: Mapping[str, Sequence[str]] = field(default_factory=dict)
    requires: Sequence[str] = ()
    ensures: Sequence[str] = ()
    invariants: Sequence[str] = ()
    found_invariants: Sequence[str] = ()
    models: Mapping[str, str] = field(default_factory=dict)
    by_contract: Sequence[str] = ()
    constructed: bool = False

    @property
    def exact(self) -> bool:
        return self.ints == "exact"


_EXPLORING = ("explore", "check", "compare")
_ALL = (*_EXPLORING, "tests", "enumerate")
_OPTIONS = (
    LanguageOption(
        "--ints",
        "|".join(INTS),
        "Integers wrap as Java's do, or are mathematical as in the papers.",
        _EXPLORING,
        choices=INTS,
        default="exact",
    ),
    LanguageOption(
        "--strings",
        "|".join(STRINGS),
        "Strings have characters, or are only compared: a path that looks into one is given up.",
        _EXPLORING,
        choices=STRINGS,
        default="exact",
    ),
    LanguageOption(
        "--main-arguments",
        "|".join(MAIN_ARGUMENTS),
        "`main(String[])` is called without arguments, or with any.",
        _EXPLORING,
        choices=MAIN_ARGUMENTS,
        default="none",
    ),
    LanguageOption(
        "--class-path",
        "PATH",
        "Another folder or jar that classes are found in. Repeatable.",
        _ALL,
        repeatable=True,
    ),
    LanguageOption(
        "--source",
        "PATH",
        "A folder or archive with sources, for pages (--html). Repeatable.",
        ("explore", "check"),
        repeatable=True,
        usual="beside the classes, src/main/java, …",
    ),
    LanguageOption(
        "--jdk",
        "FOLDER",
        "The JDK to read, and to replay with.",
        _ALL,
        usual="JAVA_HOME, or what is installed",
    ),
    LanguageOption(
        "--input-class",
        "TYPE=CLASS,…",
        "Of which classes inputs of a declared type or type variable are. Repeatable.",
        _ALL,
        repeatable=True,
    ),
    LanguageOption(
        "--invariant",
        "CLASS.METHOD",
        "A static method that says whether an object is valid. Repeatable.",
        _ALL,
        repeatable=True,
    ),
    LanguageOption(
        "--requires",
        "METHOD",
        "A method that is a precondition, besides `m_pre` and @Requires. Repeatable.",
        (*_EXPLORING, "enumerate"),
        repeatable=True,
    ),
    LanguageOption(
        "--ensures",
        "METHOD",
        "A method that is a postcondition, besides `m_post` and @Ensures. Repeatable.",
        _EXPLORING,
        repeatable=True,
    ),
    LanguageOption(
        "--model",
        "METHOD=METHOD",
        "A method that stands for another, e.g. pkg.Db.load=my.Models.load. Repeatable.",
        _EXPLORING,
        repeatable=True,
    ),
    *LIMITS,
)


def _made(given: Given) -> JavaOptions:
    jdk, limits = given.get("jdk"), limits_given(given)
    return JavaOptions(
        ints=str(given.get("ints") or "exact"),
        strings=str(given.get("strings") or "exact"),
        main_arguments=str(given.get("main_arguments") or "none"),
        class_path=several(given, "class_path"),
        source_path=several(given, "source"),
        jdk=jdk if isinstance(jdk, str) else None,
        input_classes={
            name: tuple(each.strip() for each in text.split(",") if each.strip())
            for name, text in pairs(given, "input_class")
        },
        requires=several(given, "requires"),
        ensures=several(given, "ensures"),
        invariants=several(given, "invariant"),
        models=dict(pairs(given, "model")),
        fields=limits.fields,
        objects=limits.objects,
        finitization=limits.finitization,
    )


OPTIONS = LanguageOptions("Java (docs/java.md)", _OPTIONS, _made)
