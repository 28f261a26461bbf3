from __future__ import annotations

import pytest

from heapwise.frontends.java.classfile.bytecode import decode
from heapwise.frontends.java.classfile.descriptors import INT, ClassType
from heapwise.frontends.java.classfile.stackmaps import Uninitialised, entry_frame, stack_map
from tests.unit.frontends.java.samples import NAMES, method, sample


@pytest.mark.parametrize("name", NAMES)
def test_every_jump_target_has_a_frame(name: str) -> None:
    for found in sample(name).methods:
        if found.code is not None:
            code = decode(found.code)
            targets = {target for instruction in code for target in instruction.targets}
            targets |= {handler.target for handler in found.code.handlers}
            frames = {frame.at for frame in stack_map(found)}
            assert targets <= frames <= {instruction.at for instruction in code}


def test_a_method_begins_with_its_receiver_and_parameters() -> None:
    tree = sample("pkg/Tree")
    insert = entry_frame(method(tree, "insert"))
    assert insert.locals == (ClassType("pkg/Tree"), ClassType("java/lang/Comparable"))
    assert entry_frame(method(tree, "<init>")).locals == (Uninitialised(None),)
    small = entry_frame(method(tree, "hidden")).locals
    assert small[-1] == INT


def test_frames_are_given_in_full() -> None:
    frames = stack_map(method(sample("pkg/Tree"), "insert"))
    node = ClassType("pkg/Tree$Node")
    entry = (ClassType("pkg/Tree"), ClassType("java/lang/Comparable"))
    assert frames[0].locals == entry
    assert frames[1].locals == (*entry, node)
    assert frames[2].locals == (*entry, node, INT)
    assert frames[4].stack == (node,)


def test_the_handler_of_an_exception_finds_it_on_the_stack() -> None:
    handlers = method(sample("pkg/Opcodes"), "handlers")
    assert handlers.code is not None
    frames = {frame.at: frame for frame in stack_map(handlers)}
    caught = {h.catches: frames[h.target].stack for h in handlers.code.handlers}
    assert caught["java/lang/NullPointerException"] == (
        ClassType("java/lang/NullPointerException"),
    )
    assert caught[None] == (ClassType("java/lang/Throwable"),)
