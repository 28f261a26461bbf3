"""The POSE language as a front end."""

from __future__ import annotations

from heapwise.frontends.small import SmallLanguage
from heapwise.frontends.tiny import load_program

FRONT_END = SmallLanguage("tiny", load_program)
