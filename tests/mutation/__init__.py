"""Mutation testing of the core: `make mutants`. What it is for and how to read it: docs/mutants.md.

Cosmic Ray makes the mutants. Which are made, what is run against each and how, is ours: a sample
with a fixed seed, the nearest tests, one process forked for each mutant.
"""
