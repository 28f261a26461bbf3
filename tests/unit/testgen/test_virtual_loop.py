"""Loops without real time are there while a program runs, and not longer."""

from __future__ import annotations

import asyncio
import math

import pytest

from heapwise.testgen.virtual_loop import VirtualLoop, finished


async def waits(seconds: float) -> float:
    """How much of it the loop has seen pass."""
    loop = asyncio.get_running_loop()
    before = loop.time()
    await asyncio.sleep(seconds)
    return loop.time() - before


def test_a_long_time_passes_at_once_and_one_without_an_end_never() -> None:
    assert finished(waits(1e300)) == pytest.approx(1e300)
    with pytest.raises(RuntimeError, match="never happens"):
        finished(waits(math.inf))


async def which_loop() -> type[asyncio.AbstractEventLoop]:
    await asyncio.sleep(3600)
    return type(asyncio.get_running_loop())


def test_the_process_has_its_own_loops_again_when_a_program_has_ended() -> None:
    assert finished(which_loop()) is VirtualLoop
    own = asyncio.new_event_loop()
    own.close()
    assert not isinstance(own, VirtualLoop)
