"""Invariants as one formula: run once over a bounded universe of objects."""
