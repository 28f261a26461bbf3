"""Text that is put together from pieces, some of which are not known."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias, TypeGuard

from heapwise.frontends.python.model.values import UnknownText
from heapwise.frontends.python.semantics.core.kinds import is_str
from heapwise.terms import Scalar, str_concat

Text: TypeAlias = Scalar | UnknownText


def is_text(value: object) -> TypeGuard[Text]:
    return is_str(value) or isinstance(value, UnknownText)


def joined(parts: Sequence[Text]) -> Text:
    for part in parts:
        if isinstance(part, UnknownText):
            return part
    return str_concat(*parts)  # type: ignore[arg-type]  # none is unknown
