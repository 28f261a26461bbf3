"""Modules and packages of one name mean one thing: a stranger who knows one knows the others."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

_SOURCE = Path(__file__).parents[2] / "src" / "heapwise"

_IN_EVERY_LANGUAGE = {
    "against_prediction",
    "builder",
    "call_search",
    "calls_by_contract",
    "characters",
    "checking",
    "claims",
    "constructible",
    "contracts",
    "declarations",
    "digits",
    "driver_program",
    "driver_witness",
    "enumerating",
    "enums",
    "failure_recipes",
    "field_limits",
    "finitising",
    "front_end",
    "generator",
    "hierarchy",
    "identity",
    "invariant_trial",
    "invariants",
    "java",
    "judging",
    "language_options",
    "laws",
    "lower",
    "lowering",
    "main_code",
    "models",
    "needs",
    "operations",
    "options",
    "path_recipes",
    "public_calls",
    "recipe",
    "recipes",
    "strategies",
    "parser",
    "printer",
    "product",
    "program",
    "python",
    "runner",
    "runtime",
    "semantics",
    "shrink",
    "static",
    "string_parts",
    "subjects",
    "suite",
    "syntax",
    "tried_inputs",
    "two_versions",
    "universe",
    "witness",
}
"""The same part of several languages, of what is common to them, or of what looks at one."""

_AT_SEVERAL_LEVELS = {
    "access": "what a test may touch, as data and as found out",
    "api": "what a package asks of others: of a strategy, of a solver, of a user",
    "arithmetic": "of terms, and of each language",
    "bits": "of terms, and of Python",
    "calls": "lowered, and performed",
    "cells": "of a heap, and where a search keeps what they stand for",
    "checks": "as data, and as text",
    "direct_world": "code as Python functions: in general, and that of Java",
    "interpreter": "of the engine, and of the oracle that shares nothing with it",
    "iteration": "operations, and Python code that stands for some",
    "lazy": "a strategy, and the package that it has for itself",
    "members": "of classes in Python, and in the POSE language",
    "model": "of a formula: values; of Python: values, and where the heap keeps them",
    "objects": "of Java, and of Python",
    "partition": "a strategy, and the package that it has for itself",
    "queues": "operations, and Python code that stands for some",
    "registry": "of strategies, and of languages",
    "source": "what the user has written, and where in it something is",
    "strings": "of terms, and of each language",
    "summary": "a strategy, and the package that it has for itself",
    "text": "operations, and Python code that stands for some",
}


def test_names_of_modules_mean_one_thing() -> None:
    modules = [each for each in _SOURCE.rglob("*.py") if each.name != "__init__.py"]
    packages = [each.parent for each in _SOURCE.rglob("*/__init__.py")]
    counts = Counter([*(each.stem for each in modules), *(each.name for each in packages)])
    shared = {name for name, count in counts.items() if count > 1}
    assert shared == _IN_EVERY_LANGUAGE | _AT_SEVERAL_LEVELS.keys()
