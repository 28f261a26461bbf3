"""The operations of Python. A package imports only those before it: core, operations, containers,
text, numbers, operators, objects, library.
"""
