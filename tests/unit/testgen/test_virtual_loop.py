"""Loops without real time are there while a program runs, and not longer."""

from __future__ import annotations

import asyncio

from heapwise.testgen.virtual_loop import VirtualLoop, finished


async def which_loop() -> type[asyncio.AbstractEventLoop]:
    await asyncio.sleep(3600)
    return type(asyncio.get_running_loop())


def test_the_process_has_its_own_loops_again_when_a_program_has_ended() -> None:
    assert finished(which_loop()) is VirtualLoop
    own = asyncio.new_event_loop()
    own.close()
    assert not isinstance(own, VirtualLoop)
