"""Languages: from what a user names to a program, and from a path to something that really runs.

`protocol.py` says what a language is to the rest; `registry.py` lists them, and a front end is
imported when one of its targets is named. `python` and `java` have a folder each, with a map in
its `__init__.py`. `tiny` (the POSE language) and `javalite` go the same way: parse to a tree of
their own, find declarations and static types (`static.py`), lower to IR (`lowering.py` has what
they share). Neither parsing nor lowering recurses, so depth is bounded by memory only. Each has a
printer with `parse(to_source(tree)) == tree`. The engine trusts what they make; the tests run
`program/verifier.py` on it.
"""
