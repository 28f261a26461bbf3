"""Functions of `Math` that are computed by this platform: what is said of their accuracy."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from heapwise.api import explore
from heapwise.frontends.java.classfile.assembler import ClassText, MethodText, assemble
from heapwise.frontends.java.classpath.jdk import find_jdk

pytestmark = pytest.mark.skipif(find_jdk() is None, reason="no JDK on this machine")


@pytest.mark.parametrize(
    ("name", "given", "result", "is_exact"),
    [
        ("exp", 0.0, 1.0, True),
        ("exp", -math.inf, 0.0, True),
        ("exp", math.inf, math.inf, True),
        ("log", 1.0, 0.0, True),
        ("log", -1.0, math.nan, True),
        ("sin", math.nan, math.nan, True),
        ("exp", 1.0, math.e, False),
        ("log", 2.0, math.log(2.0), False),
        ("cos", 1.0, math.cos(1.0), False),
    ],
)
def test_a_result_is_said_to_be_approximate_where_it_is_rounded(
    tmp_path: Path, name: str, given: float, result: float, is_exact: bool
) -> None:
    call = ("invokestatic", "java/lang/Math", name, "(D)D")
    method = MethodText("f", "()D", [("ldc2_w", ("double", given)), call, ("dreturn",)])
    (tmp_path / "gen").mkdir()
    (tmp_path / "gen" / "Made.class").write_bytes(assemble(ClassText("gen/Made", [method])))
    run = explore(f"{tmp_path}:gen.Made.f")
    try:
        (path,) = run
    finally:
        run.close()
    assert repr(path.outcome.value) == repr(result)
    said = () if is_exact else (f"the last bit of {name}() is that of this platform",)
    assert run.account.approximations == said
