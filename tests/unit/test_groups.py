"""Tests that share what they look at go to one worker."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from tests.groups import _FIRST, group_of, in_order

ROOT = Path(__file__).parents[2]


def test_laws_on_one_program_are_one_group_and_so_are_other_tests_of_a_file() -> None:
    law, other = "tests/laws/test_order.py::test_a", "tests/laws/test_witness.py::test_b"
    assert group_of(f"{law}[cast]") == group_of(f"{other}[cast]") == "cast"
    assert group_of(f"{law}[cast]") != group_of(f"{law}[bottom]")
    assert group_of(law) == group_of(f"{law}[cast-lazy]") == "tests/laws/test_order.py"
    java = "tests/laws/test_java_models.py::test_c"
    assert group_of(f"{java}[abs]") == group_of(java) == "tests/laws/test_java_models.py"
    unit = "tests/unit/terms/test_values.py::test_d"
    assert group_of(f"{unit}[cast]") == group_of(unit) == "tests/unit/terms/test_values.py"


def test_groups_that_take_long_come_first_then_large_ones() -> None:
    small, large = "tests/unit/test_a.py::test", "tests/unit/test_b.py::test"
    proofs = "tests/laws/test_proofs.py::test_what_cpython_refutes_is_not_proved"
    assert in_order([small, f"{large}[1]", f"{large}[2]", proofs]) == [3, 1, 2, 0]
    for each in _FIRST:
        assert (ROOT / each).exists()


def test_workers_get_groups() -> None:
    """Said by the workers themselves: a mark that did the same once lost its effect unnoticed."""
    laws = ("tests/laws/test_order.py", "tests/laws/test_path_optimality.py")
    programs = ("arithmetic", "bottom", "cast", "write_null")
    command = [sys.executable, "-m", "pytest", "-v", "-n", "2", "-p", "no:cacheprovider", *laws]
    ran = subprocess.run(
        [*command, "--programs", ",".join(programs)], cwd=ROOT, capture_output=True, text=True
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    seen = set(re.findall(r"^\[(gw\d)\].*\[(\w+)\]", ran.stdout, re.MULTILINE))
    assert sorted(program for _, program in seen) == list(programs)
    assert {worker for worker, _ in seen} == {"gw0", "gw1"}
