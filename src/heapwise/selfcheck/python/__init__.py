"""The semantics of Python, checked on random programs with CPython as the oracle."""
