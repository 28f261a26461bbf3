"""Nothing is imported that a command does not need."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

_PROGRAM = """
import json, sys
sys.argv = ["heapwise", *sys.argv[1:]]
try:
    from heapwise.__main__ import main
    main()
except SystemExit:
    pass
print(json.dumps(sorted(sys.modules)))
"""


def imported(*arguments: str) -> set[str]:
    done = subprocess.run(
        [sys.executable, "-c", _PROGRAM, *arguments], capture_output=True, text=True, check=True
    )
    return set(json.loads(done.stdout.splitlines()[-1]))


@pytest.mark.parametrize(
    "arguments",
    [
        ("--version",),
        ("frobnicate",),
        ("check", "nosuch.py"),
        ("explore", "nosuch.tiny"),
        ("tests", "nosuch.jar:pkg.Class"),
        ("check", "examples/bank.py", "--nosuch"),
        ("compare", "examples/list.tiny", "--strategies", "nosuch"),
        ("explore", "examples/bank.py:transfer", "--strategy", "nosuch"),
        ("explore", "examples/list.tiny", "--precondition", "nosuch"),
        ("explore", "examples/list.tiny", "--solver-mode", "nosuch"),
        ("explore", "examples/list.tiny", "--max-objects", "many"),
        ("explore", "examples/list.tiny", "--show", "some"),
        ("compare", "examples/list.tiny", "--max-loops", "many"),
        ("check", "examples/bank.py", "--shapes", "nosuch"),
        ("tests", "examples/bank.py", "-o", "/nosuch/folder/test_bank.py"),
        ("enumerate", "examples/list.tiny", "--domain", "nosuch"),
        ("check", "examples/bank.py:nosuch"),
        ("explore", "examples/bank.py:Account.nosuch"),
        ("explore", "examples/list.tiny:nosuch"),
        ("explore", "examples/bank.py:transfer", "--json", "/nosuch/folder/paths.json"),
        ("selfcheck", "--language", "nosuch"),
        ("selfcheck", "--programs", "0"),
        ("reproduce", "nosuch"),
        ("reproduce", "all", "--papers", "nosuch"),
        ("reproduce", "pose", "--timeout", "nosuch"),
        ("reproduce", "lissa", "--techniques", "nosuch"),
        ("reproduce", "kiasan", "--subjects", "nosuch"),
        ("reproduce", "summaries", "--strategies", "nosuch"),
        ("doctor", "--nosuch"),
    ],
)
def test_a_message_needs_no_engine(arguments: tuple[str, ...]) -> None:
    found = imported(*arguments)
    assert "heapwise.cli.app" in found
    heavy = {
        "z3",
        "heapwise.api",
        "heapwise.engine.explorer",
        "heapwise.solver.api",
        "heapwise.terms",
    }
    assert not {*heavy, "heapwise.program.code", "heapwise.results.path_result", "rich"} & found


@pytest.mark.parametrize(
    "arguments", [("--help",), ("check", "--help"), ("reproduce", "--help"), ("runs", "show", "x")]
)
def test_help_and_stores_need_no_engine(arguments: tuple[str, ...]) -> None:
    found = imported(*arguments)
    assert "heapwise.cli.app" in found
    assert not {"z3", "heapwise.api", "heapwise.engine.explorer", "heapwise.terms"} & found


@pytest.mark.parametrize(
    "arguments",
    [
        ("frobnicate",),
        ("config",),
        ("explain", "HW101"),
        ("runs", "list"),
        ("check", "examples/bank.py", "--nosuch"),
        ("check", "examples/bank.py", "--timeout", "2.5", "--jobs", "1", "--strategy", "nosuch"),
        ("explore", "examples/list.tiny", "--max-objects", "2", "--quiet"),
    ],
)
def test_what_means_what_it_is_needs_no_schema(arguments: tuple[str, ...]) -> None:
    assert "pydantic" not in imported(*arguments)


@pytest.mark.parametrize(
    "target",
    [
        "nosuch",
        "nosuch.part:f",
        "nosuch.py",
        "nosuch.tiny:f",
        "nosuch.jar:pkg.Class",
        "tests/programs_java/classes:pkg.Nosuch",
        "tests/programs_java/classes:language.Features.nosuch",
    ],
)
def test_a_target_that_does_not_exist_is_told_before_a_command_is_made(target: str) -> None:
    found = imported("check", target)
    assert "heapwise.cli.app" in found
    assert not {"heapwise.cli.check_command", "heapwise.cli.shared_options", "pydantic"} & found


def test_only_the_language_of_the_target_is_imported() -> None:
    found = imported("explore", "examples/list.tiny", "--quiet")
    assert "heapwise.frontends.tiny.front_end" in found
    others = {"python", "java", "javalite"}
    assert not {f"heapwise.frontends.{name}.front_end" for name in others} & found
    assert not any(name.startswith("heapwise.selfcheck") for name in found)


@pytest.mark.parametrize("target", ["examples/list.tiny", "examples/bank.py:Account.withdraw"])
def test_an_exploration_without_an_invariant_imports_neither_compiler_nor_suites(
    target: str,
) -> None:
    found = imported("explore", target, "--quiet")
    assert "heapwise.engine.explorer" in found
    suites = {"heapwise.frontends.small_suite", "heapwise.frontends.python.checking.suite"}
    assert not {"heapwise.merging", "heapwise.structure.formula.compiled", *suites} & found


def test_a_check_that_is_finished_by_paths_imports_neither_proofs_nor_writers_of_tests() -> None:
    found = imported("check", "examples/bank.py:transfer")
    assert "heapwise.checking.merged_proofs" in found
    proofs = {"heapwise.structure.formula", "heapwise.merging", "pysat"}
    others = {"heapwise.checking.suites", "heapwise.checking.invariant_search", "asyncio"}
    assert not {*proofs, *others} & found
