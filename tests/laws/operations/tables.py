"""All rows, by the table they are in."""

from __future__ import annotations

from operations import (
    bytestrings,
    formatting,
    iteration,
    library,
    mappings,
    numbers,
    regexes,
    sequences,
    sets,
    statements,
    strings,
    values,
)
from operations.model import Row

TABLES: dict[str, list[Row]] = {
    "strings": strings.ROWS,
    "formatting": formatting.ROWS,
    "bytestrings": bytestrings.ROWS,
    "numbers": numbers.ROWS,
    "sequences": sequences.ROWS,
    "mappings": mappings.ROWS,
    "sets": sets.ROWS,
    "iteration": iteration.ROWS,
    "statements": statements.ROWS,
    "library": library.ROWS,
    "regexes": regexes.ROWS,
    "values": values.ROWS,
}
