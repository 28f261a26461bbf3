"""What the user may say about a Python program besides its target."""

from __future__ import annotations

from dataclasses import dataclass

from heapwise.frontends.input_options import OPTIONS as LIMITS
from heapwise.frontends.input_options import InputLimits, limits_given
from heapwise.frontends.language_options import Given, LanguageOption, LanguageOptions

SCHEDULES = ("one", "all")
"""In which order tasks of an event loop take turns: as on CPython's, or in every order."""


@dataclass(frozen=True)
class PythonOptions(InputLimits):
    schedules: str = "one"


_OPTIONS = (
    LanguageOption(
        "--schedules",
        "|".join(SCHEDULES),
        "Asynchronous tasks take turns as on CPython's event loop, or in every order.",
        ("explore", "check"),
        choices=SCHEDULES,
        default="one",
    ),
)


def _made(given: Given) -> PythonOptions:
    limits = limits_given(given)
    schedules = given.get("schedules")
    return PythonOptions(
        limits.fields,
        limits.objects,
        limits.finitization,
        schedules if isinstance(schedules, str) else "one",
    )


OPTIONS = LanguageOptions("Python", (*_OPTIONS, *LIMITS), _made)
