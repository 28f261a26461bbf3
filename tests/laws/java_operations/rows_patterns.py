"""Regular expressions: the JDK's own bytecode matches symbolic texts."""

from itertools import product

from java_operations.table import Group

PATTERNS = Group("Patterns")
op = PATTERNS.op


def _texts(letters: str, length: int = 3) -> tuple[str, ...]:
    """All texts of up to so many of these letters."""
    return tuple(
        "".join(each) for size in range(length + 1) for each in product(letters, repeat=size)
    )


_AB = _texts("ab")
_WORDS = _texts("a_1 ", 2)
_MATCHED = {
    "Plain": ("ab", _AB),
    "Any": ("a.", (*_AB, "a\n", "a\u00df")),
    "Star": ("a*b", _AB),
    "Plus": ("a+b?", _AB),
    "Lazy": ("a+?b*?", _AB),
    "Possessive": ("a*+ab?", _AB),
    "Times": ("a{2,3}", _AB),
    "Either": ("a|ba|b*", _AB),
    "Class": ("[ac]b[^a]", (*_AB, "cbb", "cbc")),
    "Range": ("[a-c&&[^b]]+", (*_AB, "c", "ca")),
    "Digits": ("\\\\d+", ("", "1", "12", "1a", "\u0663")),
    "Words": ("\\\\w+\\\\s?", _WORDS),
    "NoWords": ("\\\\W\\\\S", _WORDS),
    "Anchors": ("^a$", (*_AB, "a\n")),
    "Border": ("a\\\\b.*", ("", "a", "ab", "a ", "a b", "a-b")),
    "Again": ("(a|b)\\\\1", _AB),
    "Ahead": ("(?=a)..|(?!a)b", _AB),
    "Behind": ("a(?<=a)b(?<!a)", _AB),
    "Groups": ("(?:a(b)?)*", _AB),
    "Cased": ("(?i)aB", ("", "ab", "AB", "Ab", "a", "b")),
    "Property": ("\\\\p{Alpha}\\\\p{Digit}?", _WORDS),
}
for _name, (_pattern, _domain) in _MATCHED.items():
    op(
        f"boolean matches{_name}(String s)",
        f's.matches("{_pattern}")',
        s=(None, *_domain),
        length=3,
    )

_FOUND = (None, *_AB)
op("String replaceAll(String s)", 's.replaceAll("a+", "c")', s=_FOUND, length=3)
op("String replaceAllGroup(String s)", 's.replaceAll("(a)(b)", "$2$1")', s=_FOUND, length=3)
op("String replaceFirst(String s)", 's.replaceFirst("b", "cc")', s=_FOUND, length=3)
op("String replaceEmpty(String s)", 's.replaceAll("a*", "-")', s=_FOUND[:8], length=2)
op("String[] splitClass(String s)", 's.split("[b,]")', s=(None, *_texts("ab,", 2)), length=2)
op("String[] splitMany(String s)", 's.split("b+", -1)', s=_FOUND, length=3)
op(
    "String[] splitLimit(String s, int i)",
    's.split("b|,", i)',
    s=_FOUND[:8],
    i=(-1, 0, 1, 2),
    length=2,
)
_COMPILED = 'java.util.regex.Matcher m = java.util.regex.Pattern.compile("(a+)(b)?").matcher(s);'
op("boolean find(String s)", f"{_COMPILED} return m.find();", s=_FOUND, length=3)
op("int findStart(String s)", f"{_COMPILED} return m.find() ? m.start() : -1;", s=_FOUND, length=3)
op("int startUnasked(String s)", f"{_COMPILED} return m.start();", s=(None, "a"), length=2)
op(
    "String group(String s)",
    f"{_COMPILED} return m.matches() ? m.group(2) : s;",
    s=_FOUND,
    length=3,
)
op(
    "String groupFound(String s)",
    f"{_COMPILED} return m.find() ? m.group() : s;",
    s=_FOUND,
    length=3,
)
op("boolean lookingAt(String s)", f"{_COMPILED} return m.lookingAt();", s=_FOUND, length=3)
op(
    "int count(String s)",
    f"{_COMPILED} int n = 0; while (m.find()) n++; return n;",
    s=_FOUND,
    length=3,
)
op(
    "String unknownPattern(String s)",
    'return "ab".replaceAll(s, "c");',
    s=(None, "", "a", "."),
    length=1,
)
