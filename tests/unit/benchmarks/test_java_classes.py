"""The class files that are committed are those of the sources beside them."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from heapwise import Bounds, explore
from heapwise.frontends.java.classfile.class_file import parse_class
from tests.unit.benchmarks.compiling import compiled

ROOT = Path(__file__).parents[3]
REPLAYER = ROOT / "src" / "heapwise" / "testgen" / "java"
BENCHMARKS = ROOT / "benchmarks" / "java"
PROGRAMS = ROOT / "tests" / "programs_java"

needs_javac = pytest.mark.skipif(shutil.which("javac") is None, reason="there is no javac")


def methods(folder: Path) -> dict[str, set[str]]:
    """The methods of every class, by the path of its file. Some compilers make a class of their
    own for a `switch` over an enum, which has nothing but numbers for its constants."""
    found: dict[str, set[str]] = {}
    for path in sorted(folder.rglob("*.class")):
        cls = parse_class(path.read_bytes(), str(path))
        own = {f"{m.name}{m.descriptor}" for m in cls.methods}
        if own != {"<clinit>()V"} or not path.stem.rpartition("$")[2].isdigit():
            found[str(path.relative_to(folder))] = own
    return found


def paths(folder: Path, target: str) -> int:
    run = explore(f"{folder}:{target}", strategy="lazier-sharp", bounds=Bounds(max_objects=2))
    try:
        return run.count().counts.paths
    finally:
        run.close()


@needs_javac
def test_the_replayer_is_its_source(tmp_path: Path) -> None:
    sources = list((REPLAYER / "source").rglob("*.java"))
    made = compiled(tmp_path / "classes", sources, "--release", "11")
    of_the_jdk = list((REPLAYER / "jdk").rglob("*.java"))
    compiled(made, of_the_jdk, "--patch-module", f"java.base={_stubs(tmp_path)}")
    assert methods(made) == methods(REPLAYER / "classes")


def _stubs(folder: Path) -> Path:
    """Classes of the JDK with the fields that invariants look at, which are not public."""
    sources = list((BENCHMARKS / "stubs").rglob("*.java"))
    return compiled(
        folder / "stubs", sources, "--patch-module", f"java.base={BENCHMARKS / 'stubs'}"
    )


@needs_javac
def test_the_benchmarks_are_their_sources(tmp_path: Path) -> None:
    """The compiler may be another one: what counts is that the same paths are found."""
    sources = list((BENCHMARKS / "source" / "kiasan").glob("*.java"))
    made = compiled(tmp_path / "classes", sources, "--release", "17", "-g")
    lissa = list((BENCHMARKS / "source" / "lissa").glob("*.java"))
    compiled(made, lissa, "--release", "17", "-g", "-cp", str(REPLAYER / "classes"))
    invariants = list((BENCHMARKS / "source" / "invariants").glob("*.java"))
    compiled(made, invariants, "-g", "--patch-module", f"java.base={_stubs(tmp_path)}")
    assert methods(made) == methods(BENCHMARKS / "classes")
    for target in ("kiasan.AvlTree.insert", "kiasan.RedBlackMap.remove", "kiasan.AATree.remove"):
        assert paths(made, target) == paths(BENCHMARKS / "classes", target)


@needs_javac
def test_the_test_programs_are_their_sources(tmp_path: Path) -> None:
    sources = list((PROGRAMS / "source").rglob("*.java"))
    options = ("--release", "17", "-g", "-cp", str(REPLAYER / "classes"))
    made = compiled(tmp_path, sources, *options)
    assert methods(made) == methods(PROGRAMS / "classes")


def test_class_files_run_on_old_releases() -> None:
    """Java 11 has version 55, Java 17 has 61."""
    for folder, newest in ((REPLAYER / "classes", 55), (BENCHMARKS / "classes", 61)):
        for path in folder.rglob("*.class"):
            assert int.from_bytes(path.read_bytes()[6:8], "big") <= newest, path
