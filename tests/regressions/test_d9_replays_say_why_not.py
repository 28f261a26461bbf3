"""Replays in a JVM that can run the classes; what was not replayed says why."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from heapwise.frontends.java.classfile.class_file import NEWEST
from heapwise.frontends.java.classpath.jdk import NEWEST_RELEASE, find_jdk
from heapwise.frontends.java.options import JavaOptions
from java_paths import CLASSES, HOME, ends, explored, needs_jvm, replayed

pytestmark = needs_jvm


def test_classes_of_fields_are_loaded_while_others_are_looked_at() -> None:
    assert ends(replayed("Loads.given")) == ["returned 0", "returned 1"]


def _a_jdk(folder: Path, release: int) -> Path:
    """What looks like a JDK to someone who reads it."""
    (folder / "lib").mkdir(parents=True)
    (folder / "lib" / "modules").touch()
    (folder / "bin").mkdir()
    program = folder / "bin" / "java"
    program.touch(mode=0o755)
    (folder / "release").write_text(f'JAVA_VERSION="{release}.0.1"\n')
    return folder


def test_the_first_jdk_that_runs_a_release_is_chosen(tmp_path: Path) -> None:
    homes = {release: _a_jdk(tmp_path / str(release), release) for release in (11, 17, 21, 25)}
    environment = {
        "JAVA_HOME": str(homes[11]),
        "PATH": os.pathsep.join(str(homes[each] / "bin") for each in (17, 21, 25)),
    }
    for needed, chosen in ((8, 11), (11, 11), (17, 17), (18, 21), (25, 25)):
        found = find_jdk(environment=environment, release=needed)
        assert found is not None and found.home == homes[chosen].resolve()
    fallback = find_jdk(environment={"JAVA_HOME": str(homes[11])}, release=10_000)
    assert fallback is not None and fallback.home == homes[11]


def test_classes_that_are_too_new_for_the_jvm_say_so(tmp_path: Path) -> None:
    """Of the newest release, in the oldest JVM that there is."""
    assert HOME is not None
    if HOME.release >= NEWEST_RELEASE:
        pytest.skip("there is no JVM that is older than the newest release")
    data = bytearray((CLASSES / "regressions" / "Loads.class").read_bytes())
    data[6:8] = NEWEST.to_bytes(2, "big")
    folder = tmp_path / "regressions"
    folder.mkdir()
    (folder / "Loads.class").write_bytes(data)
    other = "Loads$Other.class"
    (folder / other).write_bytes((CLASSES / "regressions" / other).read_bytes())
    options = JavaOptions(jdk=str(HOME.home))
    paths, _ = explored(f"{tmp_path}:regressions.Loads.given", java=options)
    assert paths and all(f"Java {HOME.release}" in path.doubt for path in paths)
    newer = find_jdk(release=NEWEST_RELEASE)
    if newer is not None and newer.release >= NEWEST_RELEASE:
        paths, _ = explored(f"{tmp_path}:regressions.Loads.given")
        assert all(path.replayed for path in paths)
