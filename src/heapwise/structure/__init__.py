"""Inputs that satisfy an invariant."""
