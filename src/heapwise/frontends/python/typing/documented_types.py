"""Types that docstrings tell of parameters: `:param int key:`, `:type key: int`, `key (int): …`.

In the notations of Sphinx, Google and NumPy. What is no type that Python knows is not said. Where
they only describe a parameter, and begin with what it is (`stop: function called with …`), that is
told of functions.
"""

from __future__ import annotations

import re

_NAME = r"(?P<name>\*{0,2}\w+)"
_FORMS = (
    re.compile(rf"^\s*:param\s+(?P<type>[^:]+?)\s+{_NAME}\s*:", re.MULTILINE),
    re.compile(rf"^\s*:type\s+{_NAME}\s*:\s*(?P<type>.+?)\s*$", re.MULTILINE),
    re.compile(rf"^\s+{_NAME}\s*\((?P<type>[^)]+)\)\s*:", re.MULTILINE),
    re.compile(rf"^\s*{_NAME}\s+:\s+(?P<type>.+?)\s*$", re.MULTILINE),
)
_FUNCTION = re.compile(
    rf"^\s*(?::param\s+)?{_NAME}\s*:\s+(?:an?\s+|the\s+)?(?:optional\s+)?"
    r"(?:function|callable|predicate|callback)\b(?!\s+names?\b|'s)",
    re.MULTILINE | re.IGNORECASE,
)
_WORDS = {
    "integer": "int",
    "number": "float",
    "string": "str",
    "text": "str",
    "boolean": "bool",
    "iterable": "list",
    "sequence": "list",
    "array": "list",
    "mapping": "dict",
    "dictionary": "dict",
    "function": "typing.Callable",
    "callable": "typing.Callable",
    "none": "None",
    "any": "typing.Any",
}
_OF = re.compile(r"^(list|set|tuple|iterable|sequence)s? of (?:an? )?(.+?)s?$", re.IGNORECASE)


def documented_type(text: object, name: str) -> str | None:
    """The hint that a docstring has for a parameter, as one would write it. What a class has under
    `__doc__` may be anything: a field of that name, a property."""
    if not isinstance(text, str) or name not in text:
        return None
    for form in _FORMS:
        for match in form.finditer(text):
            if match["name"].lstrip("*") == name:
                return _as_hint(match["type"])
    described = (match["name"].lstrip("*") for match in _FUNCTION.finditer(text))
    return _WORDS["function"] if name in described else None


def _as_hint(text: str) -> str | None:
    text = re.sub(r"[`~:]|\bclass\b|,?\s*default[^,]*$", "", text).strip()
    is_optional = re.search(r",?\s*\boptional\b", text, re.IGNORECASE) is not None
    text = re.sub(r",?\s*\boptional\b,?", "", text, flags=re.IGNORECASE).strip(" ,")
    parts = [_one(part.strip()) for part in re.split(r"\s+or\s+|\s*\|\s*|\s*/\s*", text) if part]
    if not parts or None in parts:
        return None
    known = [*filter(None, parts), *(["None"] if is_optional else [])]
    return " | ".join(dict.fromkeys(known))


def _one(text: str) -> str | None:
    inner = _OF.match(text)
    if inner is not None:
        item = _one(inner.group(2))
        kind = _WORDS.get(inner.group(1).lower(), inner.group(1).lower())
        return (
            f"{kind}[{item}, ...]"
            if kind == "tuple" and item
            else f"{kind}[{item or 'typing.Any'}]"
        )
    if re.fullmatch(r"[\w.]+(\[.*\])?", text):
        return _WORDS.get(text.lower(), text)
    return None
