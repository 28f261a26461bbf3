"""The strategy `summary`: its heaps, what is done to them, and how references are summed up."""
