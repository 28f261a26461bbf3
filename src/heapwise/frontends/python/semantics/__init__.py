"""The operations of Python: what each operator, statement and builtin does to symbolic values.

A package imports only those before it: core, operations, containers, text, numbers, operators,
objects, library.
"""
