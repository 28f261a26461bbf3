"""Classes of the same name, in the same module too, are different classes of a program."""

from __future__ import annotations

from heapwise.frontends.python.model.universe import Universe


def _called_result() -> type:
    class Result:
        pass

    Result.__qualname__ = "Result"
    return Result


def test_classes_of_the_same_name_are_told_apart() -> None:
    classes = [_called_result() for _ in range(4)]
    classes.append(type("Result", (classes[0],), {"__module__": __name__}))
    program = Universe(classes, [], 3).program("target")
    assert len([name for name in program.classes if "Result" in name]) == len(classes)
