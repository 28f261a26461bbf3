"""Checking Python modules: contracts, assertions and exceptions that nobody wants."""
