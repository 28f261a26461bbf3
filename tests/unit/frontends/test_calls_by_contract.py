"""Calls by contract in every language, side by side with runs of the functions themselves.

No outcome of the real function is lost, if it keeps its contract; what it promises is all that is
known; a precondition that does not hold is found at the call, and a wrong contract where the
function itself is checked.
"""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest

from heapwise.api import start
from heapwise.checking.check import check
from heapwise.checking.check_options import CheckOptions
from heapwise.engine.bounds import Bounds
from heapwise.frontends.calls_by_contract import NEW_OBJECTS, Frame, frame_of, replaced
from heapwise.heaps import registry
from heapwise.plan import RunPlan
from heapwise.program import InputError
from heapwise.results import COMPLETED, PathResult, RunSummary

JAVA = Path(__file__).parents[2] / "programs_java" / "classes"

PYTHON = '''
from __future__ import annotations

class Node:
    next: Node | None
    value: int
    def __init__(self, next: Node | None, value: int) -> None:
        self.next = next
        self.value = value

def same(node: Node) -> Node:
    """post[]: __return__ is node"""
    return node

def push(node: Node, value: int) -> Node:
    """post[]: __return__.next is node and __return__.value == value"""
    return Node(node, value)

def link(node: Node, other: Node) -> None:
    """
    pre: other is not None
    post[node]: node.next is other and node.value == __old__.node.value
    """
    node.next = other

def touch(node: Node) -> None:
    """post: node.value == 1"""
    node.value = 1

def wrong(number: int) -> int:
    """post: __return__ > number"""
    return number

def uses_same(value: int) -> bool:
    made = Node(None, value)
    return same(made) is made

def uses_push(value: int) -> bool:
    made = Node(None, value)
    pushed = push(made, value)
    return pushed is not made and pushed.next is made

def uses_link(node: Node, value: int) -> bool:
    made = Node(None, value)
    link(node, made)
    return node.next is made and made.value == value

def uses_touch(node: Node) -> int:
    before = node.next
    touch(node)
    return node.value if node.next is before else 2

def uses_wrong(number: int) -> bool:
    return wrong(number) > number

def parse(text: str) -> int:
    """
    post[]: __return__ >= 0
    :raises KeyError: if there is none
    :raises ValueError: if it is wrong
    """
    if not text:
        raise KeyError(text)
    if text == "-":
        raise ValueError(text)
    return len(text)

def uses_parse(text: str) -> str:
    try:
        return "no" if parse(text) < 0 else "yes"
    except KeyError:
        return "none"

def careless(node: Node, other: Node | None) -> None:
    link(node, other)
'''
IN_PYTHON = ("same", "push", "link", "touch", "wrong")
IN_JAVA = ("Counter.inc", "same", "push", "touch", "Counter.keep", "mood", "wrong")

TINY = """
class Node { Node next; int value; }
class List {
  Node head; int size; Node other;
  bool repOK() := (~ ((this . size) < 0));
  bool push_pre(Node node) := (~ (node = null));
  bool push_post(Node node, int result) :=
    (((this . head) = node) && (result = (this . size)));
  int push(Node node) :=
    ((this . head := node) ; (this . size := ((this . size) + 1)));
  bool first_post(Node result) := (result = (this . head));
  Node first() := (this . head);
  boolean some_post(boolean result) := (result = (0 < (this . size)));
  boolean some() := (0 < (this . size));
}
class Other extends List { Node first() := null; }
"""
IN_TINY = ("List.push[this.head, this.size]", "List.first[]", "some[]")
TINY_CALLERS = {
    "a new node": """
        (assume (Y0 . repOK []) ; assume (~ (Y0 instanceof Other)) ;
         let made := new Node in
         ((Y0 . push [ made ]) ; if ((Y0 . first []) = made) then 1 else 2))""",
    "a node of the input": """
        (assume (Y0 . repOK []) ; assume (~ (Y1 = null)) ;
         ((Y0 . push [ Y1 ]) ; if ((Y0 . head) = Y1) then 1 else 2))""",
    "what it does not write": """
        (assume (Y0 . repOK []) ; assume (~ (Y1 = null)) ; let before := (Y0 . other) in
         ((Y0 . push [ Y1 ]) ; if ((Y0 . other) = before) then 1 else 2))""",
    "a truth value": """
        (assume (Y0 . repOK []) ; if (Y0 . some []) then 1 else 2)""",
}


def explored(
    target: str, by_contract: tuple[str, ...] = (), strategy: str | None = None
) -> tuple[list[PathResult], RunSummary]:
    bounds = Bounds(max_objects=3)
    run = start(RunPlan(target, strategy, bounds, by_contract=by_contract, automatic=False))
    paths = list(run)
    assert not run.account.failures and not run.account.unsupported
    return [path for path in paths if path.outcome.kind in COMPLETED], run.summary


def outcomes(paths: list[PathResult]) -> set[tuple[str, object, str | None]]:
    return {(p.outcome.kind.value, p.outcome.value, p.outcome.exception) for p in paths}


@pytest.fixture
def python(tmp_path: Path) -> str:
    file = tmp_path / "nodes.py"
    file.write_text(PYTHON, encoding="utf-8")
    return str(file)


def tiny(folder: Path, main: str, declarations: str = TINY) -> str:
    file = folder / "list.tiny"
    file.write_text(declarations + dedent(main), encoding="utf-8")
    return str(file)


# -- no outcome is lost


@pytest.mark.parametrize("strategy", ["fieldmaps", "lazy"])
@pytest.mark.parametrize("caller", ["uses_same", "uses_push", "uses_link"])
def test_python_has_the_outcomes_of_the_function(python: str, caller: str, strategy: str) -> None:
    real, _ = explored(f"{python}:{caller}", strategy=strategy)
    promised, summary = explored(f"{python}:{caller}", IN_PYTHON, strategy)
    assert outcomes(promised) == outcomes(real) == {("returned", True, None)}
    assert summary.account.cuts.keys() == {NEW_OBJECTS}


@pytest.mark.parametrize(
    ("caller", "strategy"),
    [
        *((name, "fieldmaps") for name in ("usesInc", "usesSame", "usesPush", "usesKeep")),
        *((name, "fieldmaps") for name in ("usesMood", "usesTouch")),
        *((name, "lazy") for name in ("usesPush", "usesTouch")),
    ],
)
def test_java_has_the_outcomes_of_the_method(caller: str, strategy: str) -> None:
    target = f"{JAVA}:contracts.Modular.{caller}"
    real, _ = explored(target, strategy=strategy)
    promised, summary = explored(target, IN_JAVA, strategy)
    more = {("returned", 2, None)} if caller == "usesTouch" else set()
    assert outcomes(promised) == outcomes(real) | more
    assert len(summary.account.approximations) == 1
    assert summary.account.approximations[0].endswith("() as its contract says")


@pytest.mark.parametrize("strategy", registry.names())
@pytest.mark.parametrize("caller", TINY_CALLERS)
def test_tiny_has_the_outcomes_of_the_method(tmp_path: Path, caller: str, strategy: str) -> None:
    target = tiny(tmp_path, TINY_CALLERS[caller])
    real, _ = explored(target, strategy=strategy)
    promised, summary = explored(target, IN_TINY, strategy)
    assert outcomes(promised) == outcomes(real)
    assert summary.account.approximations


def test_javalite_has_the_outcomes_of_the_method(tmp_path: Path) -> None:
    source = """
(((class Cell ([int val])
    ((bool get_post [int result] (result = (this $ val)))
     (int get (this $ val))
     (bool run (if ((this @ get) = (this $ val)) true else false)))))
 (Cell run))
"""
    file = tmp_path / "cell.javalite"
    file.write_text(source, encoding="utf-8")
    real, _ = explored(str(file))
    kept, _ = explored(str(file), ("get[]",))
    assert outcomes(kept) == outcomes(real) == {("returned", True, None)}
    assert [path.doubt for path in kept] == ["the contract stood for Cell.get()"]


def test_what_a_contract_says_that_a_call_may_throw_is_thrown(python: str) -> None:
    for target, names in (
        (f"{python}:uses_parse", ("parse",)),
        (f"{JAVA}:contracts.Throwing.catches", ("pay",)),
        (f"{JAVA}:contracts.Throwing.passes", ("owe",)),
    ):
        real, _ = explored(target)
        promised, _ = explored(target, names)
        assert outcomes(promised) >= outcomes(real), target
        (report,) = check(target, CheckOptions(max_objects=1, by_contract=names, seconds=20))
        assert report.verdict == "clean", target


# -- only what is promised is known


def test_what_a_call_may_write_is_forgotten(python: str) -> None:
    promised, _ = explored(f"{python}:uses_touch", IN_PYTHON)
    assert outcomes(promised) == {("returned", 1, None), ("returned", 2, None)}
    kept, _ = explored(f"{python}:uses_touch", ("touch[node.value]",))
    assert outcomes(kept) == {("returned", 1, None)}


def test_what_is_written_is_said_by_annotation_or_by_the_user() -> None:
    target = f"{JAVA}:contracts.Modular.usesInc"
    by_annotation, _ = explored(target, ("Counter.inc",))
    assert ("returned", -1, None) not in outcomes(by_annotation)
    by_user, _ = explored(target, ("Counter.inc[this]",))
    assert ("returned", -1, None) in outcomes(by_user)


def test_overriding_methods_are_replaced_too(tmp_path: Path) -> None:
    """A call on a list that may be an `Other`, which has no first node."""
    target = tiny(tmp_path, "if ((Y0 . first []) = (Y0 . head)) then 1 else 2")
    assert len(outcomes(explored(target)[0])) == 2
    assert outcomes(explored(target, ("List.first[]",))[0]) == {
        ("returned", 1, None),
        ("violated", None, "precondition List.repOK of List.first"),
    }


# -- what is wrong is reported


def test_a_precondition_is_demanded_at_the_call(python: str, tmp_path: Path) -> None:
    found, summary = explored(f"{python}:careless", ("link",))
    assert ("violated", None, "pre of link: other is not None") in outcomes(found)
    assert summary.verdict.value == "violated"
    target = f"{JAVA}:contracts.Modular.incAnyhow"
    found, summary = explored(target, IN_JAVA)
    (path,) = [each for each in found if each.outcome.kind.value == "violated"]
    assert path.outcome.exception == "precondition Modular.Counter.inc_pre of Modular.Counter.inc"
    assert path.outcome.at is not None and path.outcome.at.line == 119
    assert not path.replayed
    assert path.doubt == "the contract stood for Modular.Counter.inc()"
    assert summary.verdict.value == "violated"
    target = tiny(tmp_path, "(assume (Y0 . repOK []) ; (Y0 . push [ Y1 ]))")
    found, _ = explored(target, IN_TINY)
    assert ("violated", None, "precondition List.push_pre of List.push") in outcomes(found)


def test_a_wrong_contract_is_found_where_the_function_is_checked(python: str) -> None:
    for module, names, wrong, trusting in (
        (f"{python}:", IN_PYTHON, "wrong", "uses_wrong"),
        (f"{JAVA}:contracts.Modular.", ("wrong",), "wrong", "usesWrong"),
    ):
        options = CheckOptions(max_objects=1, by_contract=names, seconds=20)
        (report,) = check(f"{module}{wrong}", options)
        assert report.verdict == "violated"
        assert all(finding.replayed and not finding.by_contract for finding in report.findings)
        (report,) = check(f"{module}{trusting}", options)
        assert report.verdict == "clean"


def test_paths_without_such_a_call_are_replayed(python: str) -> None:
    found, summary = explored(f"{python}:uses_same", ("touch",))
    assert all(path.replayed for path in found)
    assert not summary.account.approximations


@pytest.mark.parametrize(
    ("named", "message"),
    [
        ("mood[x]", "is said to write to `x`"),
        ("usesMood", "has no contract"),
        ("Nobody.mood", "no class `Nobody`"),
        ("nothing", "nothing"),
    ],
)
def test_what_cannot_be_replaced_is_refused_in_java(named: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        explored(f"{JAVA}:contracts.Modular.usesMood", (named,))


@pytest.mark.parametrize(
    ("named", "message"),
    [
        ("push[nobody]", "its parameters are this, node"),
        ("repOK_", "no such method"),
        ("first", "several methods are called so: List.first, Other.first"),
        ("List.push[this", "write FUNCTION"),
    ],
)
def test_what_cannot_be_replaced_is_refused_in_tiny(
    tmp_path: Path, named: str, message: str
) -> None:
    with pytest.raises(InputError, match=message):
        explored(tiny(tmp_path, "Y0"), (named,))


def test_a_method_without_a_contract_is_refused_in_tiny(tmp_path: Path) -> None:
    target = tiny(tmp_path, "(Y0 . get [])", "class C { int n; int get() := (this . n); }\n")
    with pytest.raises(InputError, match="`bool get_pre` or `bool get_post`"):
        explored(target, ("get",))


def test_a_frame_names_parameters_and_fields() -> None:
    assert replaced("f") == ("f", None)
    assert replaced("A.f[]") == ("A.f", ())
    assert replaced("f(int)[this.a, b]") == ("f(int)", ("this.a", "b"))

    def frame(*listed: str) -> Frame:
        return frame_of("f", ["this", "b"], listed, lambda name, field: field in "ac")

    assert frame_of("f", ["this", "b"], None, lambda *_: False) == {"this": None, "b": None}
    assert frame() == {}
    assert frame("this.a", "this.c") == {"this": frozenset({"a", "c"})}
    assert frame("this.a", "this") == {"this": None}
    assert frame("this", "this.a") == {"this": None}
    with pytest.raises(InputError, match="`b` has no field `x`"):
        frame("b.x")


def test_fields_that_there_are_not_are_refused(python: str, tmp_path: Path) -> None:
    for target, named in (
        (f"{python}:uses_touch", "touch[node.valeu]"),
        (f"{JAVA}:contracts.Modular.usesInc", "Counter.inc[this.cuont]"),
        (tiny(tmp_path, "Y0"), "List.push[this.haed]"),
    ):
        with pytest.raises(InputError, match="has no field"):
            explored(target, (named,))
