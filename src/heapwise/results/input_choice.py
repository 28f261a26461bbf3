"""Which inputs a failure counts for: those that can be made, or any that the types allow."""

from __future__ import annotations

REACHABLE, ANY_INPUT = "reachable", "any"
INPUTS = (REACHABLE, ANY_INPUT)
