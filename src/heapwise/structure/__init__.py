"""Inputs that satisfy an invariant (`rep_ok`, `repOK`): found by search, or described by a formula.

*By search* (`search`, `to_python`). A finitization (`field_domains.py`) says which objects there
are and what each field may hold; it is derived from declarations (`deriving.py`, or by a front
end). `vectors.py` makes real Python objects of a candidate, which tell what an invariant reads.
Invariants of the small languages are turned into Python functions first, and so are those of Java,
whose operations in direct style run on a machine on which every question has one answer
(`direct_machine.py`). `korat.py` enumerates all valid inputs up to isomorphism. `symsolve.py` asks
the same search whether a partially known structure extends to a valid one; `lissa.py` is a strategy
around one of the lazy family that drops cases for which it does not; `completing.py` makes the
witness a valid structure. `hybrid.py` is a cheaper oracle: it runs the invariant as far as it reads
only what is known.

*By a formula* (`formula`). `compiled.py` has the merging executor run the invariant once, on all
structures of a bounded universe together. Cells there hold guarded sets (`guarded.py`,
`universe_strategy.py`), and objects are numbered as they come into sight. A SAT solver decides the
formula, or Z3 where numbers can have any size. A recursive invariant that says of every child who
its parent is, is compiled over a universe in which objects are named after the cells they are found
in (`place_universe.py`); `place_compiling.py` proves how deep valid structures are. What all valid
structures have in common, that they are trees for instance, is proved when the invariant is
compiled (`theorems.py`); places in them have names then (`places.py`), by which strategies tell
references apart without a question. The conditions of a path of `fieldmaps`, `pose` or `summary`
are rewritten into conditions on that universe; what has no form there, such as strings, is asked of
a general solver that holds the clauses too. Branches that the model of a path does not take are
asked about together when the path ends (`postponing_solver.py`).

*As a precondition* (`run`). `preconditions.py` lists the ways by name, the front ends prepare a
program for one (`harness.py` puts the invariant or a driver in front of it), and
`precondition_runs.py` is all that an exploration sees of it. docs/invariants.md is the manual.
"""
