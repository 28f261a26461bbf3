"""`--input-class` names classes that an object can have."""

from __future__ import annotations

import pytest

from heapwise import InputError
from heapwise.frontends.java.options import JavaOptions
from java_paths import explored, needs_jvm

pytestmark = needs_jvm


def said(type_: str, *classes: str) -> JavaOptions:
    return JavaOptions(input_classes={type_: classes})


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("Holder.Nothing", "abstract"),
        ("Holder.Shown", "interface"),
        ("Holder.Tool", "constructors are private"),
        ("java.lang.Void", "constructors are private"),
        ("java.util.AbstractList", "abstract"),
    ],
)
def test_a_class_that_no_object_has_is_refused(name: str, why: str) -> None:
    full = name if name.startswith("java.") else f"regressions.{name}"
    with pytest.raises(InputError, match=why):
        explored("Holder.get", java=said("Object", full))


def test_one_that_is_no_such_type_is_refused() -> None:
    with pytest.raises(InputError, match="neither extends nor implements"):
        explored("Conditions.box", java=said("Conditions$Box", "java.lang.Integer"))


def test_others_are_all_that_there_is() -> None:
    for name in ("java.lang.Integer", "regressions.Holder.Single"):
        (path,), _ = explored("Holder.get", java=said("Object", name))
        assert path.replayed, path.doubt
        classes = {body.class_name for body in path.input.objects.values()}
        assert classes <= {"regressions.Holder", name.replace("Holder.", "Holder$")}
