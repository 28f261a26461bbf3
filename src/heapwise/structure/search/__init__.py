"""Structures by enumeration: candidate vectors, Korat, SymSolve, and what LISSA makes of them."""
