"""Which lines of the mutated modules each test executes.

The modules are given a probe at the start of every block: the statements that run one after the
other up to the end of a branch, a loop or a function. A probe sets one byte, so that a traced test
takes little longer than usual. Tests of one file run in one forked process; what functions have
cached is forgotten before each test, because a mutant is judged with caches that are empty.
"""

from __future__ import annotations

import ast
import builtins
import functools
import hashlib
import json
import time
from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import groupby
from pathlib import Path
from types import CodeType

import pytest

from tests.mutation.forking import WALL_LIMIT, in_child
from tests.mutation.progress import live
from tests.mutation.swapping import Functions, codes
from tests.nearest import ROOT

PROBES = "__probes_of_mutants__"
"""The name of the bytes that probes set: a built-in name, so that every module sees it."""
_PATIENCE = 6 * WALL_LIMIT
"""Seconds for all tests of a file, on a machine that has much else to do."""


class TracedModule:
    """A module with probes: `block_of` says in which block a line is, if it is in a function."""

    def __init__(self, module: str, first: int) -> None:
        text = (ROOT / module).read_text(encoding="utf-8")
        self.digest = hashlib.sha256(text.encode()).hexdigest()[:16]
        self.first = first
        self.blocks = 0
        self.block_of: dict[int, int] = {}
        tree = ast.parse(text)
        self._outside(tree)
        ast.fix_missing_locations(tree)
        filename = str(ROOT / module)
        plain, probed = compile(text, filename, "exec"), compile(tree, filename, "exec")
        self.swaps: list[tuple[CodeType, CodeType]] = list(
            zip(codes(plain), codes(probed), strict=True)
        )

    def _outside(self, node: ast.AST) -> None:
        """Functions and lambdas that are not inside of another."""
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
                self._suite(child.body)
            elif isinstance(child, ast.Lambda):
                self._lambda(child)
            else:
                self._outside(child)

    def _suite(self, suite: list[ast.stmt]) -> None:
        probed: list[ast.stmt] = []
        is_new = True
        for statement in suite:
            if is_new:
                probe = ast.parse(f"{PROBES}[{self._next()}] = 1").body[0]
                probed.append(ast.copy_location(probe, statement))
            self._lines(statement)
            inner = list(_suites(statement))
            for each in inner:
                self._suite(each)
            is_new = bool(inner)
            probed.append(statement)
        suite[:] = probed

    def _lambda(self, node: ast.Lambda) -> None:
        probe = ast.parse(f"{PROBES}.__setitem__({self._next()}, 1)", mode="eval").body
        self._lines(node)
        both = ast.Tuple([probe, node.body], ast.Load())
        node.body = ast.Subscript(both, ast.Constant(1), ast.Load())

    def _next(self) -> int:
        self.blocks += 1
        return self.first + self.blocks - 1

    def _lines(self, node: ast.stmt | ast.Lambda) -> None:
        """Before the blocks inside of it, which take their own lines back."""
        assert node.end_lineno is not None
        for line in range(node.lineno, node.end_lineno + 1):
            self.block_of[line] = self.blocks - 1


def _suites(statement: ast.stmt) -> Iterator[list[ast.stmt]]:
    for holder in (
        statement,
        *getattr(statement, "handlers", ()),
        *getattr(statement, "cases", ()),
    ):
        for name in ("body", "orelse", "finalbody"):
            suite = getattr(holder, name, None)
            if suite:
                yield suite


@dataclass(frozen=True, slots=True)
class Trace:
    """What a test executes: the blocks of each module, as far as it reaches into any."""

    test_digest: str
    seconds: float
    blocks: dict[str, list[int]]
    modules: dict[str, str] = field(default_factory=dict)
    """Digests of the modules that it executes. It may reach elsewhere when one of them changes."""


class Traces:
    """The traces of all tests of a package, from the cache as far as nothing has changed."""

    def __init__(self, cache: Path, modules: Iterable[str]) -> None:
        self._cache = cache
        self.modules: dict[str, TracedModule] = {}
        self._total = 0
        for module in modules:
            self.modules[module] = traced = TracedModule(module, self._total)
            self._total += traced.blocks
        self.traces: dict[str, Trace] = {}
        if cache.exists():
            found = json.loads(cache.read_text(encoding="utf-8"))
            self.traces = {name: Trace(**each) for name, each in found.items()}

    def reaching(self, module: str, line: int, items: Iterable[pytest.Item]) -> list[pytest.Item]:
        """The tests that execute the line; all that execute its module if it is in no block."""
        block = self.modules[module].block_of.get(line)
        found = []
        for item in items:
            trace = self.traces.get(item.nodeid)
            hit = () if trace is None else trace.blocks.get(module, ())
            if block in hit if block is not None else hit:
                found.append(item)
        return found

    def seconds(self, item: pytest.Item) -> float:
        return self.traces[item.nodeid].seconds

    def update(self, items: Sequence[pytest.Item], functions: Functions) -> None:
        """Run the tests whose traces are not known or no longer hold."""
        digests = {str(file): digest_of_test(file) for file in {item.path for item in items}}
        missing = [item for item in items if not self._holds(item, digests[str(item.path)])]
        done = 0
        for file, group in groupby(missing, key=lambda item: item.path):
            live(f"{done} of {len(missing)} tests traced; now {file.name}")
            tests = list(group)
            done += len(tests)
            code, text, _ = in_child(partial(self._run, tests, functions), _PATIENCE)
            if code != 0:  # a test of signals, say
                print(f"dies without a mutant, and judges none: {file.name}", flush=True)
            failed, found = json.loads(text) if code == 0 else ([], {})
            for name in failed:
                print(f"fails without a mutant, and judges none: {name}", flush=True)
                self.traces.pop(name, None)
            for name, (seconds, blocks) in found.items():
                modules = {module: self.modules[module].digest for module in blocks}
                self.traces[name] = Trace(digests[str(file)], seconds, blocks, modules)
            self._keep()

    def _holds(self, item: pytest.Item, test_digest: str) -> bool:
        known = self.traces.get(item.nodeid)
        return (
            known is not None
            and known.test_digest == test_digest
            and all(
                module in self.modules and self.modules[module].digest == digest
                for module, digest in known.modules.items()
            )
        )

    def _run(self, items: Sequence[pytest.Item], functions: Functions) -> tuple[int, str]:
        """In the child."""
        probes = bytearray(self._total)
        setattr(builtins, PROBES, probes)
        for module in self.modules.values():
            functions.swap(module.swaps)
        found: dict[str, tuple[float, dict[str, list[int]]]] = {}
        failed: list[str] = []
        setups = _Setups(probes)
        items[0].config.pluginmanager.register(setups)
        for item, following in zip(items, [*items[1:], None], strict=True):
            functions.forget()
            probes[:] = bytes(self._total)
            started = time.process_time()
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if item.session.testsfailed:
                item.session.testsfailed = 0
                failed.append(item.nodeid)
                continue
            seconds = round(time.process_time() - started, 4)
            found[item.nodeid] = seconds, self._hit(_either(probes, setups.shared))
        return 0, json.dumps((failed, found))

    def _hit(self, probes: bytes) -> dict[str, list[int]]:
        found = {}
        for name, module in self.modules.items():
            part = probes[module.first : module.first + module.blocks]
            if any(part):
                found[name] = [number for number, is_hit in enumerate(part) if is_hit]
        return found

    def _keep(self) -> None:
        plain = {
            name: {
                "test_digest": each.test_digest,
                "seconds": each.seconds,
                "blocks": each.blocks,
                "modules": each.modules,
            }
            for name, each in self.traces.items()
        }
        self._cache.write_text(json.dumps(plain), encoding="utf-8")


class _Setups:
    """A plugin of pytest: what fixtures execute that several tests share, all of them do."""

    def __init__(self, probes: bytearray) -> None:
        self._probes = probes
        self.shared = bytes(probes)

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(
        self, fixturedef: pytest.FixtureDef[object]
    ) -> Generator[None, object, object]:
        if fixturedef.scope == "function":
            return (yield)
        before = bytes(self._probes)
        self._probes[:] = bytes(len(before))
        value = yield
        self.shared = _either(self.shared, self._probes)
        self._probes[:] = _either(before, self._probes)
        return value


def _either(a: bytes | bytearray, b: bytes | bytearray) -> bytes:
    return bytes(x | y for x, y in zip(a, b, strict=True))


@functools.cache
def digest_of_test(file: Path) -> str:
    """Of the file and of the modules beside it that it may import, in folders as well."""
    found = hashlib.sha256()
    for path in sorted({file, *file.parent.rglob("*.py")}):
        if path == file or not path.name.startswith("test_"):
            found.update(path.read_bytes())
    return found.hexdigest()[:12]
