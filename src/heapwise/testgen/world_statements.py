"""Statements that make the world what a witness says it is, for whoever tries it by hand."""

from __future__ import annotations

import os
from collections.abc import Iterator

from heapwise.results import Heap, TupleValue, Value
from heapwise.testgen.prepared_world import DIRECTORY, FORBIDDEN, WORLD

_ELSEWHERE = "os.chdir(tempfile.mkdtemp())"


def _facts(given: Heap) -> list[tuple[Value, Value, Value]]:
    return [
        (asked.items[0], asked.items[1], told)
        for obj in given.objects.values()
        for asked, told in (obj.entries or ())
        if obj.class_name == WORLD and isinstance(asked, TupleValue)
    ]


def _quoted(text: object) -> str:
    """In double quotes, where that is simple."""
    shown = repr(text)
    is_simple = shown.startswith("'") and '"' not in shown and "\\'" not in shown
    return f'"{shown[1:-1]}"' if is_simple else shown


def world_in_test(given: Heap) -> list[str] | None:
    """Statements of a test that has the fixtures `monkeypatch` and `tmp_path`; None if a test
    cannot make such a world: a schedule, a file that may not be opened, an absolute path."""
    facts = _facts(given)
    made: list[str] = []
    if any(kind == "file" for kind, _, _ in facts):
        made.append("monkeypatch.chdir(tmp_path)")
    # Folders before what is in them.
    for kind, name, told in sorted(facts, key=lambda fact: str(fact[1]).count("/")):
        if kind == "environ":
            gone = f"monkeypatch.delenv({_quoted(name)}, raising=False)"
            made.append(
                gone if told is None else f"monkeypatch.setenv({_quoted(name)}, {_quoted(told)})"
            )
        elif kind == "file":
            place = f"(tmp_path / {_quoted(name)})"
            special = told.items if isinstance(told, TupleValue) else None
            if os.path.isabs(str(name)) or special == FORBIDDEN:
                return None
            if isinstance(told, str):
                made.append(f'{place}.write_text({_quoted(told)}, encoding="utf-8")')
            elif special == DIRECTORY:
                made.append(f"{place}.mkdir(parents=True)")
            elif told is not None:
                made.append(f'{place}.write_bytes(b"\\xff")')
        elif kind not in ("argv", "input"):
            return None
    arguments = [told for kind, _, told in facts if kind == "argv"]
    if arguments:
        listed = ", ".join(map(_quoted, arguments))
        made.append(f'monkeypatch.setattr(sys, "argv", [{listed}])')
    typed = "".join(f"{told}\n" for kind, _, told in facts if kind == "input")
    if any(kind == "input" for kind, _, _ in facts):
        made.append(f'monkeypatch.setattr(sys, "stdin", io.StringIO({_quoted(typed)}))')
    return made


def world_statements(given: Heap) -> list[str]:
    """Imports included. Files are made in a new folder; those with absolute paths, and what is
    typed, are left out."""
    facts = _facts(given)
    found = [line for kind, name, told in facts for line in _statements(kind, name, told)]
    arguments = [told for kind, _, told in facts if kind == "argv"]
    if arguments:
        found.append(f"sys.argv[:] = {arguments!r}")
    if any(kind == "file" for kind, _, _ in facts):
        found.insert(0, _ELSEWHERE)
    modules = [
        name for name in ("os", "sys", "tempfile") if any(f"{name}." in line for line in found)
    ]
    return [f"import {', '.join(modules)}", *dict.fromkeys(found)] if found else []


def _statements(kind: Value, name: Value, told: Value) -> Iterator[str]:
    if kind == "environ" and told is None:
        yield f"os.environ.pop({name!r}, None)"
    elif kind == "environ":
        yield f"os.environ[{name!r}] = {told!r}"
    elif kind == "file" and not os.path.isabs(str(name)):
        above = os.path.dirname(str(name))
        if told is not None and above:
            yield f"os.makedirs({above!r}, exist_ok=True)"
        if isinstance(told, str):
            yield f"open({name!r}, 'w').write({told!r})"
        elif isinstance(told, TupleValue) and told.items == DIRECTORY:
            yield f"os.makedirs({name!r}, exist_ok=True)"
