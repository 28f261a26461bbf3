"""Heap strategies: how the objects of the input are represented, one module for each way.

`api.py` is the seam: every operation (read or write a cell, compare, type test, dispatch,
classify, allocate, use an input) takes a context and an immutable heap and returns guarded
successors. The context lets a strategy ask what the path has decided, whether something may hold,
and what the bounds are; it cannot touch frames or the path. No code outside this package asks
which strategy runs. `registry.py` has the strategies by name. docs/strategies.md explains them on
an example.

Strategies that fork answer questions with constants and put the alternatives into cases.
Path-optimal ones answer with a symbolic Boolean, and the program's own `if` branches on it.

Who shares what: the lazy family has one heap (`lazy_heap.py`). `pose` and `fieldmaps` share the
cases of null, indexes and dispatch (`single_state.py`). They, `partition` and `summary` share what
a reference may denote (`references.py`), bounds as conditions (`budget.py`) and witnesses from a
model (`model_view.py`). All share what a cell is called and may hold to begin with (`cells.py`) and
what a witness gets where no path looked (`completion.py`). `restricted_shapes.py` is for
`fieldmaps` and `pose` only. `concrete.py` is one more implementation of the seam, on which replays
run: every input is given, so nothing forks.
"""
