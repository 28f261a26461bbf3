"""The rules: an id for every kind of finding, what it means, and what to do about it.

Ids are stable: configurations, comments and baselines name them. `heapwise explain` shows a page,
docs/rules.md has all of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches
from importlib import resources


@dataclass(frozen=True, slots=True)
class Rule:
    """`kind` is that of findings, empty if it is about none. `exceptions` are those that belong to
    it, without their packages; `starts` are how messages of contracts begin."""

    id: str
    name: str
    title: str
    kind: str = "exception"
    exceptions: tuple[str, ...] = ()
    starts: tuple[str, ...] = ()


RULES = (
    Rule(
        "HW101",
        "null-dereference",
        "None or null is used as if it were an object",
        exceptions=("NullPointerException", "NullDereference"),
    ),
    Rule(
        "HW102",
        "index-out-of-range",
        "An index is outside of a sequence",
        exceptions=(
            "IndexError",
            "ArrayIndexOutOfBoundsException",
            "StringIndexOutOfBoundsException",
            "IndexOutOfBoundsException",
            "NegativeArraySizeException",
        ),
    ),
    Rule("HW103", "missing-key", "A key is not in a mapping", exceptions=("KeyError",)),
    Rule(
        "HW104",
        "wrong-type",
        "A value has a type that an operation does not take",
        exceptions=("TypeError", "ClassCastException", "ArrayStoreException"),
    ),
    Rule(
        "HW105",
        "division-by-zero",
        "A number is divided by zero",
        exceptions=("ZeroDivisionError", "ArithmeticException"),
    ),
    Rule(
        "HW106",
        "wrong-value",
        "A value is not one that an operation takes",
        exceptions=(
            "ValueError",
            "UnicodeEncodeError",
            "UnicodeDecodeError",
            "NumberFormatException",
            "IllegalArgumentException",
        ),
    ),
    Rule(
        "HW107",
        "stack-overflow",
        "A recursion does not come to its end",
        exceptions=("RecursionError", "StackOverflowError"),
    ),
    Rule(
        "HW108",
        "overflow",
        "A number is too large for what it is used for",
        exceptions=("OverflowError", "MemoryError", "OutOfMemoryError"),
    ),
    Rule(
        "HW109",
        "changed-while-iterated",
        "A container changes while it is iterated over",
        exceptions=("RuntimeError", "ConcurrentModificationException"),
    ),
    Rule(
        "HW110",
        "undefined-name",
        "A variable has no value yet",
        exceptions=("UnboundLocalError", "NameError"),
    ),
    Rule(
        "HW111",
        "missing-attribute",
        "An object does not have an attribute",
        exceptions=("AttributeError",),
    ),
    Rule(
        "HW112",
        "exhausted",
        "More is asked of an iterator than it has",
        exceptions=(
            "StopIteration",
            "StopAsyncIteration",
            "NoSuchElementException",
            "EmptyStackException",
        ),
    ),
    Rule(
        "HW113",
        "wrong-state",
        "An object is not in a state for this operation, or refuses it",
        exceptions=(
            "IllegalStateException",
            "UnsupportedOperationException",
            "CloneNotSupportedException",
        ),
    ),
    Rule("HW199", "other-exception", "An exception that nobody has declared"),
    Rule("HW201", "assertion", "An assertion fails", kind="assertion"),
    Rule(
        "HW301",
        "postcondition",
        "A function does not do what its contract promises",
        kind="contract",
        starts=("post",),
    ),
    Rule(
        "HW302",
        "precondition",
        "A call does not keep the precondition of what it calls",
        kind="contract",
        starts=("pre",),
    ),
    Rule(
        "HW303",
        "invariant",
        "A method breaks the invariant of its class",
        kind="contract",
        starts=("inv",),
    ),
    Rule("HW399", "contract", "Another condition of a contract is false", kind="contract"),
    Rule("HW401", "endless-loop", "A loop does not come to its end", kind="endless"),
    Rule(
        "HW901", "unneeded-ignore", "A comment or a line of the baseline silences nothing", kind=""
    ),
)

_BY_ID = {rule.id: rule for rule in RULES}
_BY_EXCEPTION = {name: rule for rule in RULES for name in rule.exceptions}
_NONE = "'NoneType' object"


def rule_of(kind: str, message: str) -> str:
    """The id of the rule that a finding breaks."""
    if kind == "exception":
        name, _, text = message.partition(":")
        simple = name.strip().replace("$", ".").rpartition(".")[2]
        if text.strip().startswith(_NONE) and simple in ("AttributeError", "TypeError"):
            return "HW101"
        found = _BY_EXCEPTION.get(simple)
        return "HW199" if found is None else found.id
    of_kind = [rule for rule in RULES if rule.kind == kind]
    for rule in of_kind:
        if rule.starts and message.startswith(rule.starts):
            return rule.id
    return of_kind[-1].id if of_kind else "HW199"


def rule(id: str) -> Rule | None:
    return _BY_ID.get(id.upper())


def not_needed(id: str) -> str:
    """What is said of a comment that silences nothing; without a rule, it is about all of them."""
    if not id:
        return "`heapwise: ignore` is not needed"
    if rule(id) is not None:
        return f"`heapwise: ignore[{id}]` is not needed"
    close = closest(id)
    return f"`heapwise: ignore[{id}]` names no rule" + (
        f"; did you mean `{close}`?" if close else ""
    )


_LETTERS_LIKE_DIGITS = str.maketrans("OIL", "011")


def closest(id: str) -> str:
    """The id that may have been meant; empty if none is close."""
    names = {**{each.id: each.id for each in RULES}, **{each.name: each.id for each in RULES}}
    digits = id.upper().translate(_LETTERS_LIKE_DIGITS)
    if digits in names:
        return digits
    found = get_close_matches(id.upper(), names, 1) or get_close_matches(id.lower(), names, 1)
    return names[found[0]] if found else ""


def page(of: Rule) -> str:
    """As Markdown."""
    import tomllib

    text = resources.files(__package__).joinpath("rule_pages.toml").read_text(encoding="utf-8")
    said = tomllib.loads(text)[of.id]
    parts = [f"## {of.id} {of.name}", f"{of.title}.", said["meaning"]]
    if "example" in said:
        language = "java" if said["example"].startswith("void") else "python"
        parts.append(f"```{language}\n{said['example']}\n```")
    if of.exceptions:
        parts.append(f"Exceptions: {', '.join(of.exceptions)}.")
    parts.append(f"**What to do.** {said['instead']}")
    if of.kind:
        parts.append(
            f"**To be silent about it.** `# heapwise: ignore[{of.id}]` on the line, or on that of "
            f'the function; `ignore = ["{of.id}"]` in the project\'s configuration.'
        )
    return "\n\n".join(parts) + "\n"


def all_pages() -> str:
    """The document docs/rules.md."""
    listed = "\n".join(
        f"* [{each.id} {each.name}](#{_anchor(each)}): {each.title}." for each in RULES
    )
    return "\n".join(["# Rules", "", _PREFACE, "", listed, "", "\n".join(map(page, RULES))])


def _anchor(of: Rule) -> str:
    return f"{of.id} {of.name}".lower().replace(" ", "-")


_PREFACE = """\
Every finding of `check` has the id of a rule: on the screen, in JSON and SARIF, in comments and
baselines ([projects.md](projects.md)). `heapwise explain HW101` shows a page of these."""
