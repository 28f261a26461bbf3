"""The plugin of pytest: functions are checked as test items, and properties explored.

`pytest --heapwise [src]` adds an item for every public function of the folders and files that are
named; a test with `@pytest.mark.heapwise` gets no fixtures, but every input that its hints allow.
Checks run in processes of their own, as `heapwise check` does them: with the configuration of the
project and its cache. Nothing of Heapwise is imported here before one runs.
"""

from __future__ import annotations

import ast
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

_OPTION = "heapwise_targets"
_SEPARATOR = "heapwise"


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("heapwise", "symbolic execution by Heapwise")
    group.addoption(
        "--heapwise",
        dest=_OPTION,
        metavar="PATH",
        nargs="?",
        const="",
        action="append",
        help="Check the functions of this file or folder (default: src, or the root).",
    )


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers",
        "heapwise(**options): explore the arguments of this test, whatever its hints allow; "
        "options are those of `heapwise check` (max_objects=4, timeout=10).",
    )


# -- functions of the project


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(
    session: pytest.Session, config: pytest.Config, items: list[pytest.Item]
) -> None:
    """Before others select among the items."""
    named: Sequence[str] | None = config.getoption(_OPTION)
    if named is None:
        return
    root = config.rootpath
    usual = str(root / "src") if (root / "src").is_dir() else str(root)
    from heapwise.frontends.target_folders import expanded
    from heapwise.program.source import InputError

    try:
        files = expanded([each or usual for each in named])
    except InputError as error:
        raise pytest.UsageError(f"--heapwise: {error}") from None
    missing = [file for file in files if not os.path.isfile(file)]
    if missing:
        raise pytest.UsageError(f"--heapwise: there is no file {missing[0]}")
    added: list[pytest.Item] = []
    for file in files:
        if file.endswith(".py"):
            collector = HeapwiseFile.from_parent(session, path=Path(file).resolve())
            added += collector.collect()
    items += added
    reporter: Any = config.pluginmanager.get_plugin("terminalreporter")
    if hasattr(reporter, "_numcollected"):  # it counts what collectors report
        reporter._numcollected += len(added)


class HeapwiseFile(pytest.File):
    """The public functions of a module, as its text tells."""

    def collect(self) -> list[CheckItem]:
        try:
            tree = ast.parse(self.path.read_bytes())
        except (SyntaxError, ValueError):
            return []
        return [
            CheckItem.from_parent(self, name=f"{_SEPARATOR}::{name}", qualname=name, line=line)
            for name, line in dict(_functions(tree, "")).items()
        ]


def _functions(tree: ast.Module | ast.ClassDef, prefix: str) -> Iterator[tuple[str, int]]:
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            yield from _functions(node, f"{prefix}{node.name}.")
        elif isinstance(node, ast.FunctionDef):
            is_special = node.name.startswith("__") and node.name.endswith("__")
            if is_special or not node.name.startswith("_"):
                yield f"{prefix}{node.name}", node.lineno


class HeapwiseError(Exception):
    """A function fails; the text is what `heapwise check` says of it."""


class _Checked(pytest.Item):
    """An item that is a check of one function."""

    def __init__(self, *, qualname: str, line: int, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.qualname = qualname
        self.line = line

    @property
    def target(self) -> str:
        return f"{self.path}:{self.qualname}"

    def options(self) -> list[str]:
        return []

    def runtest(self) -> None:
        report = self._report()
        from heapwise.reports.checks import function_lines
        from heapwise.results.checks import report_from_json

        found = report_from_json(report)
        text = "\n".join(function_lines(found))
        if report["verdict"] == "violated":
            raise HeapwiseError(text)
        if report["verdict"] == "skipped":
            pytest.skip(found.skipped)
        if not found.verdict.is_good:
            pytest.skip(f"open: {text}")
        self.add_report_section("call", "heapwise", text)

    def _report(self) -> Any:
        done = _reports(self.config, [self.target], self.options())
        named = [each for each in done if each["target"].rpartition(":")[2] == self.qualname]
        if not named:
            pytest.skip("Heapwise does not find the function")
        return named[0]

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        if isinstance(excinfo.value, HeapwiseError):
            return str(excinfo.value)
        return super().repr_failure(excinfo)

    def reportinfo(self) -> tuple[Path, int, str]:
        return self.path, self.line - 1, self.name


class CheckItem(_Checked):
    """Functions of a file that were selected are checked together, unless they are spread over
    several processes anyway."""

    def _report(self) -> Any:
        if hasattr(self.config, "workerinput"):
            return super()._report()
        known = self.session.stash.setdefault(_KNOWN, {})
        if self.target not in known:
            selected = [
                each.target
                for each in self.session.items
                if isinstance(each, CheckItem) and each.path == self.path
            ]
            for each in _reports(self.config, selected, []):
                name = each["target"].rpartition(":")[2]
                known.setdefault(f"{self.path}:{name}", each)
        if self.target not in known:
            pytest.skip("Heapwise does not find the function")
        return known[self.target]


_KNOWN = pytest.StashKey[dict[str, Any]]()


def _reports(config: pytest.Config, targets: Sequence[str], options: Sequence[str]) -> list[Any]:
    from heapwise.checking.in_child import checked
    from heapwise.program.source import InputError

    root = config.rootpath
    named = [os.path.relpath(each, root) for each in targets]
    try:
        functions: list[Any] = checked(named, [*options, "--jobs", "1"], root)["functions"]
    except InputError as error:
        raise HeapwiseError(str(error)) from None
    return functions


# -- properties


@pytest.hookimpl(tryfirst=True)
def pytest_pycollect_makeitem(
    collector: pytest.Module | pytest.Class, name: str, obj: object
) -> pytest.Item | None:
    """A marked function is explored; pytest must not look for fixtures of its arguments."""
    marks = [each for each in getattr(obj, "pytestmark", ()) if each.name == "heapwise"]
    if not marks or not callable(obj) or isinstance(obj, type):
        return None
    owner = f"{collector.name}." if isinstance(collector, pytest.Class) else ""
    line = getattr(getattr(obj, "__code__", None), "co_firstlineno", 1)
    item: PropertyItem = PropertyItem.from_parent(
        collector, name=name, qualname=f"{owner}{name}", line=line
    )
    for mark in obj.pytestmark:  # type: ignore[attr-defined]
        item.add_marker(mark.name if not (mark.args or mark.kwargs) else _again(mark))
    return item


def _again(mark: pytest.Mark) -> pytest.MarkDecorator:
    made: pytest.MarkDecorator = getattr(pytest.mark, mark.name).with_args(
        *mark.args, **mark.kwargs
    )
    return made


class PropertyItem(_Checked):
    """A test whose arguments are all that its hints allow."""

    def options(self) -> list[str]:
        from heapwise.cli.check_command import check_command
        from heapwise.cli.configuration import settings_of
        from heapwise.frontends.suggesting import suggest

        if self.get_closest_marker("parametrize") is not None:
            raise HeapwiseError(
                f"{self.name}: with the mark `heapwise`, arguments are all that their hints allow; "
                "remove the mark `parametrize`"
            )
        known = [each.replace("-", "_") for each in settings_of(check_command)]
        found: list[str] = []
        for mark in self.iter_markers("heapwise"):
            if mark.args:
                raise HeapwiseError(
                    f"{self.name}: the mark `heapwise` needs names for its options, such as "
                    "heapwise(max_objects=4)"
                )
            for name, value in mark.kwargs.items():
                flag = name.replace("_", "-")
                if name not in known:
                    raise HeapwiseError(
                        f"{self.name}: the mark `heapwise` has no option `{name}`"
                        f"{suggest(name, known)}"
                    )
                if isinstance(value, bool):
                    found.append(f"--{flag}" if value else f"--no-{flag}")
                    continue
                for one in value if isinstance(value, list | tuple) else (value,):
                    found += [f"--{flag}", str(one)]
        return found
