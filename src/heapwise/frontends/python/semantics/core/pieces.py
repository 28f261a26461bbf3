"""Text that is put together from pieces, some of which are not known."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from heapwise.frontends.python.model.values import UnknownText
from heapwise.terms import Scalar, str_concat

Text: TypeAlias = Scalar | UnknownText


def joined(parts: Sequence[Text]) -> Text:
    for part in parts:
        if isinstance(part, UnknownText):
            return part
    return str_concat(*parts)  # type: ignore[arg-type]  # none is unknown
