"""Pairs of functions for `heapwise diff`: those called `equal_…` do the same, the others do not."""
