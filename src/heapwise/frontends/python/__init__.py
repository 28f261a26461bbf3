"""The Python front end: from a module, its classes and its hints to a program.

In the order in which a target goes through it:

1. *Source* (`source/`): the module is imported in a child process first, then here.
   `typing/functions.py` pairs function objects with their syntax trees.
2. *Typing* (`typing/`): hints become *shapes*, what an input may be. `fields.py` finds the fields
   of each class: what it declares, and what code assigns or passes and returns.
3. *Model* (`model/`): every class of the user is a `ClassDecl`; so is every hinted type of
   container (`list[int]`), with a `length` and indexed cells (`universe.py`). `layouts.py` says in
   which cells a value is kept. `values.py` has the values: scalars and terms, references, and
   frozen dataclasses for tuples, functions, unions, exceptions …
4. *Main code* (`main_code.py`): inputs; assume invariants and preconditions; remember old values;
   call; check postconditions and invariants. `contracts/reading.py` reads them, in every notation.
   `calls_by_contract.py` replaces a call by its contract.
5. *Lowering* (`lower/`): the body of a function to instructions, when it is first called. Names
   are registers or captured cells; decisions of the source leave the events that
   `testgen/instrument.py` specifies. Methods that dataclasses generate are written anew as source
   (`model/generated_methods.py`).
6. *Semantics* (`semantics/`): the operations, in direct style (`engine/machine.py`). A built-in
   function or method is a *model*, found by its public name in `semantics/builtins.py`.
   `runtime.py` connects both to the real objects of the module.
7. *Prelude* (`prelude/`): whatever has to call back into the program (`sorted` with a key,
   `heapq`, `copy.deepcopy`) is Python source that is lowered like the user's. Other library
   functions are called for real if they are on the list of pure ones and their arguments are
   concrete (`semantics/core/pure_functions.py`). A call of a function that is an input, a
   random number and the time are inputs that the path remembers; a replay gives them back
   (`testgen/tables.py`, `testgen/draws.py`).
8. *Witness* (`witness/`): `model_reading.py` makes a `Heap` of a path and a model, `replaying.py`
   has it run: `testgen/worker.py` imports the instrumented module once and runs each witness in a
   fork of itself. Result, exception, final heap and trace must be those predicted
   (`testgen/against_prediction.py`).

`checking/` is what `check` and `tests` ask: which functions (`subjects.py`), what counts as a
failure (`judging.py`), whether CPython sees the contract fail too (`confirming.py`), which paths
and inputs become tests (`suite.py`, `telling_inputs.py`). `invariants/` is what `structure` asks.
"""
