"""Plots as SVG, which a page can hold without anything else: dots and lines on logarithmic axes."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import NamedTuple

_WIDTH, _HEIGHT, _LEFT, _BOTTOM, _TOP, _RIGHT = 520, 360, 62, 44, 30, 130
_GRID, _DIAGONAL = "#8883", "#8888"
"""Seen on white and on black."""
COLOURS = ("#1f77b4", "#d62728", "#2ca02c", "#9467bd", "#ff7f0e", "#17becf", "#8c564b", "#7f7f7f")


class Dot(NamedTuple):
    x: float
    y: float
    label: str = ""


class _Axis:
    """Maps numbers to places; those below the lowest go to its end."""

    def __init__(self, values: Sequence[float], start: float, end: float, is_log: bool) -> None:
        low, high = min(values), max(values)
        if is_log:
            low, high = math.floor(math.log10(low)), math.ceil(math.log10(high))
        self.low, self.high = low, (high if high > low else low + 1)
        self._start, self._end, self._is_log = start, end, is_log

    def place(self, value: float) -> float:
        at = math.log10(value) if self._is_log else value
        return self._start + (at - self.low) / (self.high - self.low) * (self._end - self._start)

    def ticks(self) -> Iterator[tuple[float, str]]:
        step = max(1, math.ceil((self.high - self.low) / 8))
        for at in range(math.ceil(self.low), math.floor(self.high) + 1, step):
            value = 10.0**at if self._is_log else float(at)
            yield self.place(value), _short(value)


def _short(value: float) -> str:
    if value >= 1e6:
        return f"{value:.0e}".replace("e+0", "e")
    return f"{value:g}"


def plot(
    title: str,
    across: str,
    up: str,
    series: Mapping[str, Sequence[Dot]],
    *,
    joined: bool = False,
    log_across: bool = True,
    diagonal: bool = False,
) -> str:
    """Dots of several kinds, joined by lines or not; with a `diagonal`, where both are the same."""
    dots = [dot for each in series.values() for dot in each]
    if not dots:
        return ""
    xs, ys = [dot.x for dot in dots], [dot.y for dot in dots]
    if diagonal:
        xs = ys = [*xs, *ys]
    x_axis = _Axis(xs, _LEFT, _WIDTH - _RIGHT, log_across)
    y_axis = _Axis(ys, _HEIGHT - _BOTTOM, _TOP, True)
    parts = [*_frame(title, across, up, x_axis, y_axis)]
    if diagonal:
        ends = [10.0**x_axis.low, 10.0**x_axis.high]
        parts.append(_line([(x_axis.place(end), y_axis.place(end)) for end in ends], _DIAGONAL))
    for number, (name, own) in enumerate(series.items()):
        colour = COLOURS[number % len(COLOURS)]
        places = [(x_axis.place(dot.x), y_axis.place(dot.y)) for dot in own]
        if joined and places:
            parts.append(_line(places, colour))
        for dot, (x, y) in zip(own, places, strict=True):
            parts.append(
                f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}" fill-opacity="0.7">'
                f"<title>{escape(dot.label)}</title></circle>"
            )
        key, row = _WIDTH - _RIGHT + 10, _TOP + 14 * number + 6
        parts.append(f'<circle cx="{key}" cy="{row}" r="4" fill="{colour}"/>')
        parts.append(f'<text x="{key + 9}" y="{row + 4}">{escape(name)}</text>')
    body = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" '
        f'width="{_WIDTH}" height="{_HEIGHT}" font-family="sans-serif" font-size="11" '
        f'role="img">\n{body}\n</svg>'
    )


def _line(places: Sequence[tuple[float, float]], colour: str) -> str:
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    return f'<polyline points="{line}" fill="none" stroke="{colour}"/>'


def _text(x: float, y: float, text: str, anchor: str = "middle", more: str = "") -> str:
    at = f'x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"'
    return f"<text {at}{more}>{escape(text)}</text>"


def _frame(title: str, across: str, up: str, x_axis: _Axis, y_axis: _Axis) -> Iterator[str]:
    right, bottom = _WIDTH - _RIGHT, _HEIGHT - _BOTTOM
    middle, at = (_LEFT + right) / 2, (_TOP + bottom) / 2
    yield _text(middle, 16, title, more=' font-weight="bold"')
    for x, text in x_axis.ticks():
        yield _line([(x, _TOP), (x, bottom)], _GRID)
        yield _text(x, bottom + 14, text)
    for y, text in y_axis.ticks():
        yield _line([(_LEFT, y), (right, y)], _GRID)
        yield _text(_LEFT - 5, y + 4, text, "end")
    yield _text(middle, _HEIGHT - 8, across)
    yield _text(14, at, up, more=f' transform="rotate(-90 14 {at})"')
