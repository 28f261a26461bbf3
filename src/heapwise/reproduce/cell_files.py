"""Writes what was measured of a paper, cell by cell, as CSV and as JSON."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable
from dataclasses import asdict, fields
from typing import TYPE_CHECKING, TextIO, TypeVar

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

C = TypeVar("C", bound="DataclassInstance")


def write_csv(kind: type[C], cells: Iterable[C], file: TextIO) -> None:
    """Also without any cell, the columns are there."""
    writer = csv.DictWriter(file, [each.name for each in fields(kind)], lineterminator="\n")
    writer.writeheader()
    writer.writerows(asdict(cell) for cell in cells)


def write_json(cells: Iterable[DataclassInstance], file: TextIO) -> None:
    json.dump([asdict(cell) for cell in cells], file, indent=1)
    file.write("\n")
