"""What another package registers can be used like what is built in. The packages are installed as
pip would do it: a module, and a folder of metadata that names its entry points."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
LIST = str(ROOT / "examples" / "list.tiny")


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("packages")
    points = {
        "toy_language": "[heapwise.front_ends]\ntoy = toy_language:ENTRY\n",
        "toy_strategy": "[heapwise.strategies]\nbackwards = toy_strategy:Backwards\n",
    }
    for name, text in points.items():
        shutil.copy(HERE / f"{name}.py", folder)
        metadata = folder / f"{name}-1.0.dist-info"
        metadata.mkdir()
        (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        (metadata / "entry_points.txt").write_text(text)
    (folder / "walk.toy").write_text("next\npositive\n")
    (folder / "bad.toy").write_text("jump\n")
    return folder


def heapwise(packages: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join([str(packages), str(ROOT / "src")])
    return subprocess.run(
        [sys.executable, "-m", "heapwise", *arguments],
        cwd=packages,
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_language_is_explored_and_drawn(packages: Path) -> None:
    done = heapwise(packages, "explore", "walk.toy", "-v", "--max-objects", "2")
    assert done.returncode == 1, done.stderr
    assert "violated positive at walk.toy:2" in done.stdout
    assert "Cell#1" in done.stdout


def test_a_language_is_checked(packages: Path) -> None:
    done = heapwise(packages, "check", "walk.toy", "--json", "-")
    assert done.returncode == 1, done.stderr
    (function,) = json.loads(done.stdout)["functions"]
    assert function["language"] == "toy"
    kinds = {(each["kind"], each["replayed"]) for each in function["findings"]}
    assert kinds == {("assertion", True), ("exception", True)}


def test_a_language_is_compared_under_all_strategies(packages: Path) -> None:
    done = heapwise(packages, "compare", "walk.toy", "--csv", "-")
    assert done.returncode == 1, done.stderr
    assert {"backwards", "lazy", "pose"} <= {row.split(",")[0] for row in done.stdout.splitlines()}


def test_a_mistake_in_a_program_of_it_is_told(packages: Path) -> None:
    done = heapwise(packages, "explore", "bad.toy")
    assert (done.returncode, done.stderr) == (2, "bad.toy:1:1: what is `jump`?\n")


def test_a_language_has_options_of_its_own(packages: Path) -> None:
    done = heapwise(packages, "explore", "walk.toy", "--pace", "fast", "--quiet")
    assert done.returncode == 1, done.stderr
    done = heapwise(packages, "explore", "walk.toy", "--pace", "faster")
    assert done.returncode == 2
    assert "unknown value of --pace `faster`; did you mean `fast`?" in done.stderr
    assert "How to walk." in heapwise(packages, "explore", "--help").stdout
    assert "How to walk." not in heapwise(packages, "check", "--help").stdout


def test_a_strategy_is_one_of_all(packages: Path) -> None:
    done = heapwise(packages, "compare", LIST, "--strategies", "fieldmaps,backwards")
    assert done.returncode == 1, done.stderr
    assert "same control-flow paths" in done.stdout


def test_a_strategy_takes_compiled_invariants(packages: Path) -> None:
    program = str(ROOT / "tests" / "programs_compiled" / "sorted_list.tiny")
    arguments = ["--precondition", "compiled", "--max-objects", "3", "-q", "--show", "0"]
    ours = heapwise(packages, "explore", program, *arguments)
    theirs = heapwise(packages, "explore", program, *arguments, "--strategy", "backwards")
    assert theirs.returncode == ours.returncode, theirs.stderr
    assert theirs.stdout.split(" · ")[0] == ours.stdout.split(" · ")[0]


def test_a_strategy_is_held_to_the_laws(packages: Path) -> None:
    done = heapwise(
        packages, "selfcheck", "--programs", "15", "--strategies", "backwards,fieldmaps,lazy", "-q"
    )
    assert done.returncode == 0, done.stdout + done.stderr
