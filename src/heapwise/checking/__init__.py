"""Checks and tests of functions in any language: contracts, assertions, exceptions nobody wants.

It knows no language: a front end says what is checked on its own (`Subject`), what counts as a
failure (`Judge`) and how tests are written (`Suite`): `frontends/protocol.py`. `check.py` explores
with 1, 2, 3 … objects per class and as many items per container, until something is found, every
input is covered, or the time is up.
"""
