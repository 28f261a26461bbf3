"""The command line: `check_command.py` has the options of `heapwise check`, `check_run.py` does it.

So it is for every command. The former are light: what a run needs is imported when the options are
known to be right.
"""
