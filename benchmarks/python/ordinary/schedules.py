"""Schedules: slots, queues, shifts."""

from __future__ import annotations

import heapq
import itertools
from bisect import bisect_right
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from enum import Enum


class Shift(Enum):
    EARLY = 6
    LATE = 14
    NIGHT = 22


@dataclass(order=True)
class Task:
    due: datetime
    name: str


@dataclass
class Booking:
    start: datetime
    end: datetime


def minutes(booking: Booking) -> int:
    length = booking.end - booking.start
    assert length >= timedelta(0)
    return length // timedelta(minutes=1)


def overlap(one: Booking, other: Booking) -> bool:
    return one.start < other.end and other.start < one.end


def next_task(tasks: list[Task]) -> Task:
    heapq.heapify(tasks)
    return heapq.heappop(tasks)


def slots(length: timedelta, slot: timedelta) -> int:
    return length // slot


def shift_at(hour: int) -> Shift:
    return Shift(hour)


def handover(shift: Shift) -> time:
    return time(shift.value + 8)


def gaps(days: list[date]) -> list[int]:
    return [(later - earlier).days for earlier, later in itertools.pairwise(sorted(days))]


def price_from(starts: list[int], prices: list[int], hour: int) -> int:
    return prices[bisect_right(starts, hour) - 1]


def reminder_at(due: datetime, hours: int) -> datetime:
    if not 0 <= hours <= 48:
        raise ValueError("hours")
    return due - timedelta(hours=hours)


def rotation(names: list[str], week: int) -> str:
    return names[week % len(names)]


def at_noon(day: date) -> datetime:
    return datetime.combine(day, time(12))


def is_night(moment: datetime) -> bool:
    return moment.hour >= 22 or moment.hour < 6
