"""The rows as Java source: one class for each group. `python tests/laws/java_operations/source.py`
writes them where `make java-classes` compiles them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from java_operations.table import Group

PACKAGE = "operations"
FOLDER = Path(__file__).parents[2] / "programs_java" / "source" / PACKAGE
COLORS = ("RED", "GREEN", "BLUE")
_HEAD = f"""package {PACKAGE};

import java.util.*;

/** Made of the table in tests/laws/java_operations. */
"""


def sources(groups: list[Group]) -> Mapping[str, str]:
    """By file name."""
    found = {f"{group.name}.java": _source(group) for group in groups}
    found["Color.java"] = f"{_HEAD}public enum Color {{ {', '.join(COLORS)} }}\n"
    return found


def _source(group: Group) -> str:
    lines = [f"{_HEAD}public final class {group.name} {{"]
    for row in group.rows:
        parameters = ", ".join(f"{type_} {name}" for name, type_ in row.parameters)
        lines.append(f"    public static {row.result} {row.name}({parameters}) {{")
        lines += [f"        {row.statements}", "    }", ""]
    return "\n".join([*lines[:-1], "}", ""])


def main() -> None:
    from java_operations.rows import GROUPS

    FOLDER.mkdir(exist_ok=True)
    for name, text in sources(GROUPS).items():
        (FOLDER / name).write_text(text)


if __name__ == "__main__":
    main()
