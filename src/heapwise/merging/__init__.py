"""Runs all paths of a loop-bounded function together: states that meet become one again."""
