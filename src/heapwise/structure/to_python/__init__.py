"""Invariants in the IR as Python functions, to run them on thousands of candidates."""
