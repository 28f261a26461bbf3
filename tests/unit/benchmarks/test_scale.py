"""The simulation of many workers: nothing of the tree is lost, and costs are what they are."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from benchmarks.scale_simulation import Costs, plot, simulated

_FREE = Costs(0.0, 0.0, 0.0, [0.01])


def test_one_worker_without_costs_is_always_at_work() -> None:
    run = simulated(_FREE, 1, 500)
    assert run.efficiency == pytest.approx(1.0)
    assert run.seconds == pytest.approx(5.0), "every path once"


def test_all_paths_are_explored_whoever_does_it() -> None:
    run = simulated(_FREE, 16, 2_000)
    assert sum(run.work) == pytest.approx(20.0)
    assert run.efficiency * run.seconds * 16 == pytest.approx(20.0)
    assert 0.5 < run.efficiency < 1.0 and max(busy for _, busy in run.busy) == 16


def test_every_cost_is_paid() -> None:
    free = simulated(_FREE, 8, 2_000)
    for costs in (_FREE._replace(unit=0.05), _FREE._replace(back=0.01), _FREE._replace(prefix=0.1)):
        assert simulated(costs, 8, 2_000).efficiency < 0.9 * free.efficiency


def test_who_divides_feeds_so_many_and_no_more() -> None:
    run = simulated(_FREE._replace(unit=0.1), 64, 2_000)
    assert run.seconds >= 0.1 * len(run.work)


def test_the_plot_is_a_drawing() -> None:
    drawn = ElementTree.fromstring(plot([(4, simulated(_FREE, 4, 200))]))
    assert "4 workers" in "".join(drawn.itertext())
