"""Strings and bytes; the text of values, formats and templates."""
