"""Dates: ages, months, weeks."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta


def anniversary(day: date, year: int) -> date:
    return day.replace(year=year)


def last_of_month(day: date) -> date:
    return date(day.year, day.month + 1, 1) - timedelta(days=1)


def first_of_month(day: date) -> date:
    return day.replace(day=1)


def age(born: date, today: date) -> int:
    years = today.year - born.year - ((today.month, today.day) < (born.month, born.day))
    assert years >= 0, "not born yet"
    return years


def is_weekend(day: date) -> bool:
    return day.weekday() in (5, 6)


def previous_workday(day: date) -> date:
    day -= timedelta(days=1)
    while day.weekday() >= 5:
        day -= timedelta(days=1)
    return day


def speed(metres: int, started: datetime, ended: datetime) -> float:
    return metres / (ended - started).total_seconds()


def parse_day(text: str) -> date:
    year, month, day = text.split("-")
    return date(int(year), int(month), int(day))


def quarter(day: date) -> int:
    result = (day.month - 1) // 3 + 1
    assert 1 <= result <= 4
    return result


def days_in(year: int, month: int) -> int:
    following = date(year + month // 12, month % 12 + 1, 1)
    return (following - date(year, month, 1)).days


def opening_minutes(opens: time, closes: time) -> int:
    minutes = (closes.hour * 60 + closes.minute) - (opens.hour * 60 + opens.minute)
    assert minutes >= 0
    return minutes


def midnight(day: date) -> datetime:
    return datetime(day.year, day.month, day.day)


def same_week(one: date, other: date) -> bool:
    start = one - timedelta(days=one.weekday())
    return start <= other < start + timedelta(days=7)


def nearest(days: list[date], target: date) -> date:
    return min(days, key=lambda day: abs((day - target).days))
