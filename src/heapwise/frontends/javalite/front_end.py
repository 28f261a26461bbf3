"""Javalite as a front end."""

from __future__ import annotations

from heapwise.frontends.javalite import load_program
from heapwise.frontends.small import SmallLanguage

FRONT_END = SmallLanguage("javalite", load_program)
