"""The module `re` with texts that are not known. Which text a pattern matches, and how, has an
enumeration of its own: `tests/unit/frontends/python/semantics/text/test_regex_matching.py`."""

from operations.domains import COUNT, DATA, NEAR, texts
from operations.model import Row, row

TEXT = texts("", "a", "b", "ab", "ba", "a1", "1", "aab", "1-2", " a ", "a b", "\n", "é", "a\nb")
WORDS = texts("", "a", "a,b", ",", ",a", "a,", ",,", "b,a")
DASHED = r"(?P<one>\w)(?:-(?P<two>\d))?"

ROWS: list[Row] = [
    row("re.match", "re.match('a', s) is None", s=TEXT),
    row("re.match", "bool(re.match(r'\\w+$', s))", s=TEXT),
    row("re.match", "bool(re.match(('a', 'b+')[n > 0], s))", n=NEAR, s=TEXT),
    row("re.match", "re.match('a', 1)"),
    row("re.match", "re.match(b'a', s)", s=TEXT),
    row("re.match", "re.match('(', s)", s=TEXT),
    row("re.match", "re.match('A.', s, re.I | re.S) is not None", s=TEXT),
    row("re.match", "re.match('a', d)", d=DATA),
    row("re.match Match.group", "m = re.match(rb'(a)?(.*)', d)\nreturn m.group(1), m[2]", d=DATA),
    row("re.fullmatch", "re.fullmatch(r'[a-z]+', s) is None", s=TEXT),
    row(
        "re.fullmatch Match.group",
        "m = re.fullmatch(r'(\\d)-(\\d)', s)\nreturn m and m.group(2, 1)",
        s=TEXT,
    ),
    row("re.search Match.span", "m = re.search('b|1', s)\nreturn m and m.span()", s=TEXT),
    row(
        "re.search Match.start Match.end",
        f"m = re.search(r'{DASHED}', s)\nreturn m and (m.start(), m.end('one'), m.start(2))",
        s=TEXT,
    ),
    row(
        "re.search Match.groups",
        f"m = re.search(r'{DASHED}', s)\nreturn m and (m.groups(), m.groups('x'))",
        s=TEXT,
    ),
    row(
        "re.search Match.groupdict",
        f"m = re.search(r'{DASHED}', s)\nreturn m and m.groupdict()",
        s=TEXT,
    ),
    row(
        "re.search Match.__getitem__",
        f"m = re.search(r'{DASHED}', s)\nreturn m and m['one'], m and m[0]",
        s=TEXT,
    ),
    row("re.search Match.group", "m = re.search('a', s)\nreturn m and m.group(1)", s=TEXT),
    row("re.search Match.group", "m = re.search('a', s)\nreturn m and m['x']", s=TEXT),
    row("re.search Match.group", "re.search('(a)', s).group(1)", s=TEXT),
    row(
        "re.search Match.expand",
        "m = re.search('(a)(b)?', s)\nreturn m and m.expand(r'<\\2\\g<1>>')",
        s=TEXT,
    ),
    row(
        "re.search",
        "m = re.search('(a)|(?P<n>b)', s)\n"
        "return m and (m.string, m.pos, m.endpos, m.lastindex, m.lastgroup, m.regs, m.re.pattern)",
        s=TEXT,
    ),
    row("re.search", "isinstance(re.search('a', s), re.Match)", s=TEXT),
    row(
        "re.Pattern.match",
        "m = re.compile('a').match(s, i)\nreturn m and (m.span(), m.pos)",
        s=WORDS,
        i=NEAR,
    ),
    row(
        "re.Pattern.fullmatch",
        "m = re.compile('a|,').fullmatch(s, 0, i)\nreturn m and (m.span(), m.endpos)",
        s=WORDS,
        i=NEAR,
    ),
    row(
        "re.Pattern.search", "m = re.compile('^a|b$').search(s, 1)\nreturn m and m.span()", s=WORDS
    ),
    row("re.findall", "re.findall('a|b', s)", s=WORDS),
    row("re.findall", "re.findall('(a)|(b)', s)", s=WORDS),
    row("re.findall", "re.findall('a*', s)", s=WORDS),
    row("re.findall", "re.findall('(a)?', s)", s=WORDS),
    row("re.Pattern.findall", "re.compile('a?').findall(s, 1)", s=WORDS),
    row("re.Pattern.findall", "re.compile(b'a?').findall(d)", d=DATA),
    row("re.finditer", "[m.span() for m in re.finditer('a*?', s)]", s=WORDS),
    row("re.finditer", "m = next(re.finditer(',', s), None)\nreturn m and m.group()", s=WORDS),
    row(
        "re.Pattern.finditer",
        "[(m.start(), m[0]) for m in re.compile('(?=b)|a').finditer(s)]",
        s=WORDS,
    ),
    row("re.split", "re.split(',', s)", s=WORDS),
    row("re.split", "re.split('(,)|a', s)", s=WORDS),
    row("re.split", "re.split('', s, maxsplit=i)", s=WORDS, i=COUNT),
    row("re.Pattern.split", "re.compile(',*').split(s)", s=WORDS),
    row("re.sub", "re.sub('a', 'xy', s)", s=WORDS),
    row("re.sub", "re.sub('(a)?,', r'[\\1]', s)", s=WORDS),
    row("re.sub", "re.sub('a*', '-', s)", s=WORDS),
    row("re.sub", "re.sub('a', r'\\2', s)", s=WORDS),
    row("re.sub", "re.sub('a|b', '', s, count=i)", s=WORDS, i=COUNT),
    row("re.sub", "re.sub('[ab]', lambda m: m[0] * 2, s)", s=WORDS),
    row("re.sub", "re.sub('[ab]', lambda m: 1, s)", s=WORDS),
    row("re.Pattern.sub", "re.compile(rb'a').sub(b'-', d)", d=DATA),
    row("re.subn", "re.subn('a', '', s)", s=WORDS),
    row("re.Pattern.subn", "re.compile('a').subn(lambda m: 'x', s)", s=WORDS),
    row("re.escape", "re.escape(s)", s=WORDS),
    row("re.compile", "re.compile('a', re.I).flags & re.I == re.I"),
    row("re.compile", "re.compile('(')"),
    row("re.compile", "re.compile(re.compile('a'), re.I)"),
]
