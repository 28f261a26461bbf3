"""Runs all paths of a loop-bounded function together: states that meet become one again.

`executor.py` goes on with the state that is furthest behind (`progress.py`). Where two are at the
same place, they become one (`states.py`): values and contents of the store that differ become
unions (`meeting_values.py`), and the path condition keeps what both had in common (`paths.py`).
Operations of a language are run for all their choices at once (`all_choices.py`). What can only
return false is excluded (`demand.py`, `refusal.py`), and recursive calls that must return true are
put off and run once per object (`recursive_calls.py`, `put_off.py`). `api.py` is what the heap and
the language must offer.

Compiled invariants (`structure.formula`) are made this way.
"""
