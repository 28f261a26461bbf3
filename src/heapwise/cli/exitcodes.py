"""The exit codes, for scripts and for the help."""

from __future__ import annotations

from enum import IntEnum


class ExitCode(IntEnum):
    DONE = 0
    VIOLATION = 1
    BAD_INPUT = 2
    STOPPED = 3
    INTERNAL_ERROR = 70  # EX_SOFTWARE of sysexits.h


EXIT_CODES = (
    "**Exit codes:** 0 proved, or clean within bounds · 1 a violation was found and replayed · "
    "2 bad input or usage · 3 no violation, but something is open: stopped early, undecided, "
    "partly unsupported, not reproduced, failed · 70 internal error, nothing could be done"
)
