"""For all tests: a fault of ours is an error, not the end of one path; Ctrl-C is heard; tests that
share what they look at go to one worker; tests are no garbage; Hypothesis looks at no clock."""

from __future__ import annotations

import gc
import os
import signal
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

from heapwise.engine.faults import STRICT

if TYPE_CHECKING:
    from xdist.remote import Producer

    from tests.groups import Groups

gc.set_threshold(20_000, 20, 20)
"""Also while tests are collected: looking for garbage as often as Python does would take half of
that time."""

settings.register_profile(
    "however busy the machine is", deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("however busy the machine is")

os.environ.setdefault(STRICT, "1")
os.environ.setdefault("HEAPWISE_CACHE", "0")

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # So it is behind `make test &`; processes that tests start, and interrupt, would not hear it.
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> Groups:
    from tests.groups import Groups

    return Groups(config, log)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Workers and who hands tests out to them have to agree upon the order."""
    if config.pluginmanager.hasplugin("dsession") or hasattr(config, "workerinput"):
        from tests.groups import in_order

        items[:] = [items[index] for index in in_order([item.nodeid for item in items])]


def pytest_collection_finish() -> None:
    """Some ten thousand tests stay until the end: the garbage collector need not go through them
    again and again, which is a twelfth of the time."""
    gc.collect()
    gc.freeze()
