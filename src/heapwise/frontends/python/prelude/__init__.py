"""Parts of Python that call back into the program, written in Python and lowered like it.

Its modules are read as source (`prelude_codes.py`) and never run by the interpreter that runs us.
"""
