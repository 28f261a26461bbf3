"""What a command needs besides Heapwise itself: an error that says what to install."""

from __future__ import annotations

import importlib
from typing import Any

from heapwise.program.source import InputError


def need_extra(module: str, extra: str) -> Any:
    """The module; raises `InputError` if it is not there."""
    try:
        return importlib.import_module(module)
    except ImportError:
        name = module.partition(".")[0]
        raise InputError(f"this needs {name}: pip install 'heapwise[{extra}]'") from None
