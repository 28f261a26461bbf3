"""What becomes of calls of the library: the table says what the front end does."""

import pytest

from heapwise.frontends.python.library_table import (
    INTERPRETED,
    KNOWN,
    MODELLED,
    TWIN,
    UNSUPPORTED,
    library_table,
)


@pytest.mark.parametrize(
    ("module", "name", "kind"),
    [
        ("statistics", "mean", INTERPRETED),
        ("json", "dumps", INTERPRETED),
        ("math", "floor", MODELLED),
        ("datetime", "date", MODELLED),
        ("heapq", "heappush", TWIN),
        ("cmath", "sqrt", KNOWN),
        ("subprocess", "run", UNSUPPORTED),
        ("inspect", "getsource", UNSUPPORTED),
    ],
)
def test_the_table_says_what_becomes_of_a_function(module: str, name: str, kind: str) -> None:
    assert library_table(module)[module][name] == kind


def test_a_module_that_is_not_in_the_library_is_refused() -> None:
    with pytest.raises(KeyError):
        library_table("numpy")
