"""What `check` finds, and what it does not."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from heapwise.checking.check import CheckOptions, check, check_function
from heapwise.frontends.python.checking.subjects import subjects_of
from heapwise.results.checks import FunctionReport

NODE = """
from __future__ import annotations


class Node:
    def __init__(self, value: int, next: Node | None = None) -> None:
        self.value = value
        self.next = next
"""


def reports(folder: Path, source: str, name: str = "", **options: object) -> list[FunctionReport]:
    path = folder / "subject.py"
    path.write_text(textwrap.dedent(source), encoding="utf-8")
    target = f"{path}:{name}" if name else str(path)
    settings = CheckOptions(seconds=1200, max_objects=3, **options)  # type: ignore[arg-type]
    return [check_function(subject, settings) for subject in subjects_of(target)]


def report(folder: Path, source: str, name: str, **options: object) -> FunctionReport:
    (found,) = reports(folder, source, name, **options)
    return found


def test_a_transfer_to_the_same_account_breaks_its_postcondition(tmp_path: Path) -> None:
    found = report(
        tmp_path,
        '''
        class Account:
            balance: int

        def transfer(src: Account, dst: Account, amount: int) -> None:
            """
            post: src.balance + dst.balance == __old__.src.balance + __old__.dst.balance
            """
            left, right = src.balance - amount, dst.balance + amount
            src.balance = left
            dst.balance = right
        ''',
        "transfer",
    )
    (finding,) = found.findings
    assert found.verdict == "violated"
    assert finding.kind == "contract" and finding.replayed
    assert finding.objects == 1
    assert finding.notes == ("src and dst are the same object",)


def test_an_exception_that_is_declared_is_no_finding(tmp_path: Path) -> None:
    source = (
        NODE
        + '''
def first(node: Node | None) -> int:
    """
    raises: AttributeError
    """
    return node.value
'''
    )
    assert report(tmp_path, source, "first").verdict == "proved"


def test_none_that_nobody_thought_of_is_a_finding(tmp_path: Path) -> None:
    found = report(
        tmp_path, NODE + "\ndef first(node: Node | None) -> int:\n    return node.value\n", "first"
    )
    (finding,) = found.findings
    assert finding.message.startswith("AttributeError")
    assert finding.objects == 0
    assert finding.line == 11


def test_what_the_code_raises_on_purpose_is_no_finding(tmp_path: Path) -> None:
    source = """
    def root(n: int) -> int:
        if n < 0:
            raise ValueError("negative")
        return n
    """
    found = report(tmp_path, source, "root")
    assert found.verdict == "proved"


def test_recursion_on_a_cycle_is_a_finding_that_says_so(tmp_path: Path) -> None:
    source = NODE + (
        "\ndef length(node: Node | None) -> int:\n"
        "    return 0 if node is None else 1 + length(node.next)\n"
    )
    (finding,) = report(tmp_path, source, "length").findings
    assert finding.message.startswith("RecursionError")
    assert "the input has a cycle" in finding.notes
    assert finding.replayed


@pytest.mark.parametrize("shapes", ["dag", "tree"])
def test_without_cycles_there_is_no_endless_recursion(tmp_path: Path, shapes: str) -> None:
    source = NODE + (
        "\ndef length(node: Node | None) -> int:\n"
        "    return 0 if node is None else 1 + length(node.next)\n"
    )
    found = report(tmp_path, source, "length", shapes=shapes)
    assert found.verdict == "clean"
    assert found.covered is not None and found.covered.objects == 3


def test_sharing_is_excluded_from_trees_but_not_from_dags(tmp_path: Path) -> None:
    source = """
    from __future__ import annotations

    class Pair:
        left: Pair | None
        right: Pair | None

    def apart(pair: Pair) -> None:
        assert pair.left is None or pair.left is not pair.right
    """
    assert report(tmp_path, source, "apart", shapes="dag").verdict == "violated"
    assert report(tmp_path, source, "apart", shapes="tree").verdict == "clean"


def test_a_call_by_contract_is_not_looked_into(tmp_path: Path) -> None:
    source = '''
    def half(n: int) -> int:
        """
        pre: n >= 0
        post: 2 * __return__ <= n
        """
        raise NotImplementedError

    def quarter(n: int) -> int:
        """
        pre: n >= 0
        post: 2 * __return__ <= n
        """
        return half(n)

    def careless(n: int) -> int:
        return half(n)
    '''
    assert report(tmp_path, source, "quarter", by_contract=("half",)).verdict == "clean"
    found = report(tmp_path, source, "careless", by_contract=("half",))
    assert [finding.message for finding in found.findings] == ["pre of half: n >= 0"]


def test_a_precondition_narrows_the_inputs(tmp_path: Path) -> None:
    source = '''
    def inverse(n: int) -> float:
        """
        pre: n != 0
        """
        return 1 / n

    def careless(n: int) -> float:
        return 1 / n
    '''
    assert not report(tmp_path, source, "inverse").findings
    (finding,) = report(tmp_path, source, "careless").findings
    assert finding.message.startswith("ZeroDivisionError")


def test_long_containers_are_not_claimed_to_be_covered(tmp_path: Path) -> None:
    found = report(tmp_path, "def size(items: list[int]) -> int:\n    return len(items)\n", "size")
    assert found.verdict == "proved"
    found = report(tmp_path, "def sum_up(items: list[int]):\n    return sum(items)\n", "sum_up")
    assert found.verdict == "clean"
    assert found.covered is not None and found.covered.objects == 3
    assert set(found.covered.account.cuts) == {"max-length"}


def test_helpers_of_contracts_and_private_functions_are_not_checked(tmp_path: Path) -> None:
    source = '''
    def is_small(n: int) -> bool:
        return 1 // n < 10

    def _helper(n: int) -> int:
        return 1 // n

    def target(n: int) -> int:
        """
        pre: is_small(n)
        """
        return n
    '''
    verdicts = {found.name: found.verdict for found in reports(tmp_path, source)}
    assert verdicts == {"is_small": "skipped", "_helper": "skipped", "target": "proved"}


def test_a_parameter_without_a_hint_may_be_anything(tmp_path: Path) -> None:
    found = report(tmp_path, "def double(n):\n    return n * 2\n", "double")
    assert found.verdict == "clean"
    assert "values of unknown type that are integers" in found.account.approximations


def test_a_loop_without_an_end_is_not_called_clean(tmp_path: Path) -> None:
    source = "def wait(n: int) -> int:\n    while True:\n        pass\n"
    found = report(tmp_path, source, "wait")
    assert found.verdict == "violated"
    assert [(each.kind, each.line, each.replayed) for each in found.findings] == [
        ("endless", 2, True)
    ]


def test_a_failure_of_larger_inputs_is_found_behind_one_of_the_smallest(tmp_path: Path) -> None:
    module = tmp_path / "several.py"
    module.write_text(
        "def smallest_two(xs: list[int]) -> int:\n"
        "    first, second = sorted(xs)[:2]\n"
        "    return second % first\n"
    )
    (report,) = check(module, CheckOptions(seconds=60))
    assert [finding.message.partition(":")[0] for finding in report.findings] == [
        "ValueError",
        "ZeroDivisionError",
    ]


def test_replays_leave_nothing_behind(tmp_path: Path) -> None:
    """Python would keep what it has compiled, and take it for what was edited within a second."""
    (tmp_path / "other_module_of_two.py").write_text("LIMIT = 3\n")
    module = tmp_path / "one_module_of_two.py"
    module.write_text(
        "from other_module_of_two import LIMIT\n\n"
        "def share(n: int) -> int:\n    return 1 // (n - LIMIT)\n"
    )
    (report,) = check(module)
    assert report.findings[0].replayed
    assert sorted(tmp_path.iterdir()) == [module, tmp_path / "other_module_of_two.py"]
