"""Invariants that are found: `python -m benchmarks.invariants [CLASS…]`."""
