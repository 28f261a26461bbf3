"""Inputs that satisfy an invariant: what the techniques of `structure` need to know of Python."""
