"""Heapwise checks itself: generated programs, an independent oracle, and the laws."""
