"""Contracts: what Python code says about itself, read as data.

`contract_of` collects preconditions, postconditions, invariants and declared exceptions from PEP
316 docstrings, icontract, deal, and our own decorators, which are here too. Depends on
`heapwise.program` alone.
"""

from heapwise.contracts.contract import RESULT, Condition, Contract, Kind, Old
from heapwise.contracts.conventions import INVARIANT_METHODS, LeadingAsserts, invariant_method
from heapwise.contracts.decorators import ensures, invariant, old, raises, requires
from heapwise.contracts.reading import asserts_of, contract_of, invariants_of

__all__ = [
    "INVARIANT_METHODS",
    "RESULT",
    "Condition",
    "Contract",
    "Kind",
    "LeadingAsserts",
    "Old",
    "asserts_of",
    "contract_of",
    "ensures",
    "invariant",
    "invariant_method",
    "invariants_of",
    "old",
    "raises",
    "requires",
]
