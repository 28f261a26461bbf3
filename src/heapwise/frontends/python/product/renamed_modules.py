"""Copies of a module and of the user's modules that it imports, as parts of another package.

Two versions of a module can be imported together then. Only import statements change, and no line
moves.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

from heapwise.frontends.python.source.importing import import_reads
from heapwise.frontends.python.source.module_files import sources_of
from heapwise.frontends.python.source.parsing import parse_file
from heapwise.testgen.module_places import place_of


def copied(module: Path, package: str, folder: Path) -> str:
    """The name by which the copy of a module can be imported from the folder."""
    own = map(Path, sources_of(module, import_reads()).own)
    root = module.resolve().parents[len(_module_name(module.resolve())) - 1]
    by_name: dict[tuple[str, ...], Path] = {}
    # Another version of a module may be loaded: that which lies beside this one is meant.
    for file in sorted(own, key=lambda each: each.is_relative_to(root)):
        by_name[_module_name(file)] = file
    names = {file: name for name, file in by_name.items()}
    for file, parts in names.items():
        text, tree = parse_file(file)
        is_package = file.name == "__init__.py"
        place = folder.joinpath(package, *parts)
        place = place / "__init__.py" if is_package else place.with_suffix(".py")
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(_renamed(text, tree, package, names), encoding="utf-8")
    for each in [folder / package, *(folder / package).rglob("*")]:
        if each.is_dir() and not (each / "__init__.py").exists():
            (each / "__init__.py").write_text("", encoding="utf-8")
    return ".".join((package, *names[module.resolve()]))


def _module_name(file: Path) -> tuple[str, ...]:
    _, parts = place_of(file)
    return parts or (file.parent.name,)


def _renamed(
    text: str, tree: ast.Module, package: str, names: Mapping[Path, tuple[str, ...]]
) -> str:
    tops = {parts[0] for parts in names.values()}
    lines = text.split("\n")
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            instead = "; ".join(_statements(node, package, tops))
            if instead:
                _replace(lines, node, instead)
    return "\n".join(lines)


def _statements(node: ast.Import | ast.ImportFrom, package: str, tops: set[str]) -> Iterator[str]:
    """What stands for an import of the user's own modules; nothing if it has none."""
    if isinstance(node, ast.ImportFrom):
        top = (node.module or "").partition(".")[0]
        if node.level == 0 and top in tops:
            listed = ", ".join(map(_alias, node.names))
            yield f"from {package}.{node.module} import {listed}"
        return
    if tops.isdisjoint(alias.name.partition(".")[0] for alias in node.names):
        return
    for alias in node.names:
        above, _, last = alias.name.rpartition(".")
        top = alias.name.partition(".")[0]
        if top not in tops:
            yield f"import {_alias(alias)}"
        elif alias.asname is not None:
            home = f"{package}.{above}" if above else package
            yield f"from {home} import {last} as {alias.asname}"
        else:
            if above:
                yield f"import {package}.{alias.name}"
            yield f"from {package} import {top}"


def _alias(alias: ast.alias) -> str:
    return alias.name if alias.asname is None else f"{alias.name} as {alias.asname}"


def _replace(lines: list[str], node: ast.stmt, instead: str) -> None:
    """Lines that were taken by the rest of a statement are empty then."""
    first, last = node.lineno - 1, (node.end_lineno or node.lineno) - 1
    start = len(lines[first].encode()[: node.col_offset].decode())
    rest = lines[last].encode()[node.end_col_offset or 0 :].decode()
    lines[first] = f"{lines[first][:start]}{instead}{rest}"
    for number in range(first + 1, last + 1):
        lines[number] = ""
