"""Objects of classes below `list`, `dict` and `str` do what CPython's do, whatever is redefined."""

from pathlib import Path

import pytest

from against_cpython import agrees_everywhere, functions, write

LISTS = """
class Stack(list[int]):
    def push(self, x: int) -> None:
        self.append(x)

class Doubled(list):
    def __init__(self, items=(), name="plain"):
        super().__init__(items)
        self.name = name

    def append(self, x):
        super().append(x * 2)

    def __getitem__(self, at):
        found = super().__getitem__(at)
        return found + 100 if isinstance(found, int) else found

    def __eq__(self, other):
        return isinstance(other, Doubled) and list.__eq__(self, other)

    __hash__ = None

def case_methods(x: int, y: bool) -> object:
    s = Stack([x, 2])
    s.push(1)
    if y:
        s.remove(1)
        s.insert(0, 5)
    s.extend(Stack([7]))
    return s.index(2), s.count(1), s.pop(), s[0], s[-1], s[:1], len(s), s, list(reversed(s))

def case_operators(x: int) -> object:
    s, t = Stack([x]), Stack([1])
    u = s
    u += t
    return s + [1], [0] + t, s * 2, u is s, s == t, s == [1, 1], [1] != t, t < [2], 1 in s, bool(s)

def case_texts(x: bool) -> object:
    s = Stack([1, 2] if x else [])
    return repr(s), str(s), f"{s}", "%s" % s, sorted(s), max(s, default=0), type(s).__name__

def case_redefined(x: int) -> object:
    d = Doubled([1], name="two")
    d.append(x)
    return d[0], d[0:2], list(d), d == [1, x * 2], d == Doubled([1, x * 2]), d.name, sum(d)

def case_unpacked(x: int) -> object:
    first, *rest = Doubled([x, 2, 3])
    return first, rest, [*Stack([x])], tuple(Stack([x])), dict(enumerate(Stack([x])))

def case_kinds(x: int) -> object:
    s = Stack([x])
    made = isinstance(s, list), isinstance(s, Stack), issubclass(Stack, list), type(s) is list
    return made, isinstance([x], Stack), callable(s), hasattr(s, "append"), hasattr(s, "name")

def case_unbound(x: int) -> object:
    d = Doubled()
    list.append(d, x)
    list.__setitem__(d, 0, x)
    return list.__getitem__(d, 0), list.__len__(d), d

def case_wrong(x: int) -> object:
    s = Stack([1])
    if x == 0:
        return s[5]
    if x == 1:
        return s + 1
    if x == 2:
        return {s: 1}
    return s.remove(9)
"""
DICTS = """
class Lower(dict):
    def __setitem__(self, key: str, value: int) -> None:
        super().__setitem__(key.lower(), value)

    def __getitem__(self, key: str) -> int:
        return super().__getitem__(key.lower())

    def __contains__(self, key: object) -> bool:
        return isinstance(key, str) and super().__contains__(key.lower())

class Counted(dict[str, int]):
    def __init__(self, *args, **keywords):
        super().__init__(*args, **keywords)
        self.lost = 0

    def __missing__(self, key):
        self.lost += 1
        return -1

    def __delitem__(self, key):
        self.lost += 10
        super().__delitem__(key)

class Backwards(dict):
    def __iter__(self):
        return reversed(list(super().__iter__()))

    def keys(self):
        return list(self)

def case_redefined(up: bool, x: int) -> object:
    d = Lower(b=2)
    d["A" if up else "a"] = x
    same = d == {"a": x, "b": 2}
    return d["a"], "A" in d, "z" in d, d.get("A"), d.get("a"), sorted(d), len(d), same

def case_missing(x: bool) -> object:
    d = Counted({"a": 1}, b=2)
    if x:
        del d["a"]
    return d["a"], d.get("a"), d["zz"], d.lost, d.pop("b"), d.setdefault("c", 4), d

def case_views(x: bool) -> object:
    d = Counted([("a", 1)] if x else ())
    return list(d.items()), list(d.keys()), sum(d.values()), repr(d), str(d), bool(d)

def case_merged(x: int) -> object:
    d = Counted(a=x)
    e = d
    e |= {"b": 1}
    return d | {"a": 3}, {"a": 3} | d, e is d, dict(d), {**d, "z": 1}, (lambda **k: k)(**d)

def case_order(x: int) -> object:
    b = Backwards(a=1, b=x)
    return list(b), list(b.items()), list(dict(b)), list({**b}), list(b.keys())

def case_class(x: int) -> object:
    d = Counted.fromkeys(["a", "b"], x)
    return d, d.lost, isinstance(d, dict), type(d.copy()) is dict, d.copy()

def case_wrong(x: bool) -> object:
    d = Lower(a=1)
    return d["q"] if x else d.pop("q")
"""
TEXTS = """
class Word(str):
    def shout(self) -> str:
        return self + "!"

class Tag(str):
    def __new__(cls, value: object, level: int = 0):
        made = super().__new__(cls, value)
        made.level = level
        return made

    def __repr__(self) -> str:
        return f"Tag({str(self)!r})"

class Loose(str):
    def __eq__(self, other: object) -> bool:
        return isinstance(other, str) and self.lower() == other.lower()

    def __hash__(self) -> int:
        return hash(self.lower())

def case_methods(up: bool) -> object:
    w = Word("Ab" if up else "cd")
    asked = "b" in w, w.startswith("A"), w.find("d")
    return w.shout(), w.upper(), w[0], w[::-1], len(w), list(w), asked

def case_operators(up: bool) -> object:
    w = Word("a" if up else "")
    return w + "b", "b" + w, w * 2, 2 * w, w == "a", "a" == w, w != "a", w < "b", "0" < w, bool(w)

def case_formats(x: int) -> object:
    t = Tag(x, 2)
    return str(t), repr(t), f"{t}", f"{t!r:>9}", f"{t:>3}", "%s %r" % (t, t), "{}".format(t), [t]

def case_arguments(up: bool) -> object:
    w = Word("," if up else "a")
    made = "a,b".split(w), w.join(["x", "y"]), ",".join([w, "z"]), "a,a".replace(w, "-")
    return made, "cab".find(w), w in "abc", "abc".endswith(w), int(Word("12")), w.join([w, w])

def case_keys(up: bool) -> object:
    w = Word("a" if up else "b")
    return hash(w) == hash("a"), {"a": 1}.get(w), w in {"a", "c"}, w in ["a"], [w].index(w)

def case_attributes(x: int) -> object:
    t = Tag("a", x)
    t.level += 1
    return t.level, type(t + "b") is str, isinstance(t, str), type(t) is Tag, t == Tag("a")

def case_redefined(up: bool) -> object:
    one = Loose("AB" if up else "x")
    return one == "ab", one == Loose("aB"), {one: 1}.get(Loose("ab")), one != "ab", str(one) == "ab"

def case_wrong(x: bool) -> object:
    return Word("a") + 1 if x else Word("abc").index("z")
"""
INPUTS = """
class Stack(list[int]):
    def push(self, x: int) -> None:
        self.append(x)

class Ages(dict[str, int]):
    def __setitem__(self, key: str, value: int) -> None:
        super().__setitem__(key, abs(value))

class Word(str):
    pass

def case_stack(s: Stack, x: int) -> object:
    s.push(x)
    if len(s) == 2 and s[0] > s[1]:
        s.reverse()
    return sum(s), s == [x]

def case_stacks(s: Stack, t: Stack) -> object:
    s.push(1)
    return len(t), s is t, s == t

def case_apart(s: Stack, xs: list[int]) -> object:
    s.push(1)
    return len(xs)

def case_ages(a: Ages, x: int) -> object:
    a["b"] = x
    return len(a), a["b"]

def case_word(w: Word, s: str) -> object:
    return w == s, w + s, len(w), w in s
"""


@pytest.mark.parametrize(
    ("source", "function"),
    [(source, name) for source in (LISTS, DICTS, TEXTS, INPUTS) for name in functions(source)],
)
def test_it_does_what_cpython_does(tmp_path: Path, source: str, function: str) -> None:
    agrees_everywhere(write(tmp_path, source), function, inputs=12)
