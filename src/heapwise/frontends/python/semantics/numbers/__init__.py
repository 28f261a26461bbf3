"""Integers and floats: arithmetic, bits, the functions about numbers."""
