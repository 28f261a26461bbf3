"""Whether a target of Java names something that is there, without the rest of the front end."""

from __future__ import annotations

import os

from heapwise.frontends.java.classpath.class_path import open_class_path
from heapwise.frontends.java.classpath.targets import find_class, load_target


def need_name(target: str) -> None:
    """Raises `InputError` if there is no such class, or if it has no such method."""
    location, colon, name = target.rpartition(":")
    if not colon:
        return
    classes = open_class_path([part for part in location.split(os.pathsep) if part])
    if find_class(classes, name.partition("(")[0].strip()) is None:
        load_target(target)
