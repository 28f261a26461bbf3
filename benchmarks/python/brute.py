"""An oracle for `heapwise check`: run a module's contracts on every small input.

    python -m benchmarks.python.brute benchmarks/python/bugs/bst_bug.py:Tree.remove

deepens over the number of input objects, then over the length of containers, until a contract
fails, so the first failure is a smallest one. Without `:function` it runs every function that has a
contract. `--manifest` does so for the bugs of a manifest and fills in what it found. The invariant:
an input counts only when the invariants of all parameters and the preconditions hold, and a
precondition that raises does not hold.
"""

import argparse
import ast
import csv
import dataclasses
import importlib.util
import inspect
import itertools
import re
import signal
import sys
import textwrap
import time
import traceback
import types
import typing
from collections.abc import Callable, Iterator
from pathlib import Path

from benchmarks.python.heaps import Bounds, OutOfBoundsError, World

CLAUSE = re.compile(r"^\s*(pre|post|inv|raises)(?:\[[^\]]*\])?:\s*(.+?)\s*$", re.MULTILINE)


@dataclasses.dataclass(frozen=True)
class Contract:
    """What a docstring demands; `leading` are the lines of the assertions at the beginning."""

    pre: tuple[str, ...]
    post: tuple[str, ...]
    raises: tuple[str, ...]
    leading: range


@dataclasses.dataclass(frozen=True)
class Run:
    """How one input fared: `rejected`, `fine`, or `violated` with what failed and on which line."""

    outcome: str
    what: str = ""
    line: int = 0
    objects: int = 0
    containers: int = 0
    inputs: str = ""

    def size(self) -> tuple[int, int, int]:
        return (self.objects, self.containers, len(self.inputs))


@dataclasses.dataclass(frozen=True)
class Verdict:
    """The smallest violation, if there is one; how many inputs were admitted in the last scope;
    and the last scope that was done, in words."""

    violation: Run | None
    admitted: int
    complete: bool
    done: str
    seconds: float


def clauses(text: str | None) -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {"pre": [], "post": [], "inv": [], "raises": []}
    for kind, clause in CLAUSE.findall(text or ""):
        found[kind].append(clause)
    return {kind: tuple(texts) for kind, texts in found.items()}


def invariants(cls: type) -> list[str]:
    return [text for base in cls.__mro__ for text in clauses(base.__doc__)["inv"]]


def contract_of(function: Callable[..., object]) -> Contract:
    plain = inspect.unwrap(function)
    assert isinstance(plain, types.FunctionType)
    lines, first = inspect.getsourcelines(plain)
    definition = ast.parse(textwrap.dedent("".join(lines))).body[0]
    assert isinstance(definition, ast.FunctionDef)
    body = definition.body[1:] if ast.get_docstring(definition) else definition.body
    asserts = 0
    while asserts < len(body) and isinstance(body[asserts], ast.Assert):
        asserts += 1
    leading = range(0)
    if asserts:
        end = body[asserts - 1].end_lineno or 0
        leading = range(first + body[0].lineno - 1, first + end)
    found = clauses(plain.__doc__)
    raises = tuple(name.strip() for text in found["raises"] for name in text.split(","))
    return Contract(found["pre"], found["post"], raises, leading)


def load(path: Path) -> types.ModuleType:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    return module


def resolve(module: types.ModuleType, name: str) -> tuple[Callable[..., object], dict[str, object]]:
    """A function and the hints of its parameters, `self` included."""
    owner, _, last = name.rpartition(".")
    holder = getattr(module, owner) if owner else module
    function = getattr(holder, last)
    hints = typing.get_type_hints(inspect.unwrap(function))
    parameters = list(inspect.signature(function).parameters)
    if owner and parameters and parameters[0] == "self":
        hints["self"] = holder
    return function, {parameter: hints[parameter] for parameter in parameters}


class TooLongError(BaseException):
    """An input on which the function takes too long."""


class Checker:
    """Runs one function's contract on the inputs of a world."""

    def __init__(self, module: types.ModuleType, name: str, bounds: Bounds) -> None:
        self.module = module
        self.function, hints = resolve(module, name)
        self.contract = contract_of(self.function)
        self.world = World(hints, bounds)

    def runs(self) -> Iterator[Run]:
        return self.world.runs(self._run)

    def _eval(self, text: str, names: dict[str, object]) -> object:
        return eval(text, {**vars(self.module), **names})

    def _run(self, arguments: dict[str, object]) -> Run:
        signal.setitimer(signal.ITIMER_VIRTUAL, 2)
        try:
            if not self._admitted(arguments):
                return Run("rejected")
            result = self._call(arguments)
            if isinstance(result, Run):
                return result
            return self._afterwards(arguments, result[0])
        except TooLongError:
            return self._violation(arguments, "takes too long", 0)
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)

    def _admitted(self, arguments: dict[str, object]) -> bool:
        try:
            for value in arguments.values():
                if not all(self._eval(i, {"self": value}) for i in invariants(type(value))):
                    return False
            return all(self._eval(text, arguments) for text in self.contract.pre)
        except (OutOfBoundsError, TooLongError):
            raise
        except Exception:
            return False

    def _call(self, arguments: dict[str, object]) -> Run | tuple[object]:
        try:
            return (self.function(*arguments.values()),)
        except OutOfBoundsError:
            raise
        except Exception as error:
            frames = traceback.extract_tb(error.__traceback__)
            ours = [f for f in frames if f.filename == self.module.__file__]
            if self._of_precondition(error):
                return Run("rejected")
            line = (ours[-1].lineno or 0) if ours else 0
            if isinstance(error, AssertionError) and line in self.contract.leading:
                return Run("rejected")
            names = {base.__name__ for base in type(error).__mro__}
            if names & set(self.contract.raises):
                return Run("fine")
            on_purpose = (
                ours and ours[-1] is frames[-1] and (ours[-1].line or "").startswith("raise")
            )
            if on_purpose and not isinstance(error, AssertionError):
                return Run("fine")
            text = type(error).__name__
            if "Contract" in text or "Violation" in text:
                said = re.sub(r"\x1b\[\d+m|File .*? in <\w+>:\s*|,? \(where .*", "", str(error))
                text += ": " + said.splitlines()[0].rstrip(":")
            return self._violation(arguments, text, line)

    def _of_precondition(self, error: Exception) -> bool:
        """Whether icontract or deal refuse the arguments; icontract says so by the place only."""
        if type(error).__name__ == "PreContractError":
            return True
        groups = getattr(self.function, "__preconditions__", [])
        places = [contract.location for group in groups for contract in group]
        return any(str(error).startswith(f"{place}:") for place in places)

    def _afterwards(self, arguments: dict[str, object], result: object) -> Run:
        old = types.SimpleNamespace(**{n: self.world.old(v) for n, v in arguments.items()})
        names = {**arguments, "__return__": result, "_": result, "__old__": old}
        for text in self.contract.post:
            if (problem := self._fails(text, names)) is not None:
                return self._violation(arguments, f"post: {text}{problem}", 0)
        for value in arguments.values():
            for text in invariants(type(value)):
                if (problem := self._fails(text, {"self": value})) is not None:
                    return self._violation(arguments, f"inv: {text}{problem}", 0)
        return Run("fine")

    def _fails(self, text: str, names: dict[str, object]) -> str | None:
        try:
            return None if self._eval(text, names) else ""
        except OutOfBoundsError:
            raise
        except Exception as error:
            return f" ({type(error).__name__})"

    def _line_of(self, what: str) -> int:
        """Where a clause stands: a postcondition after the `def`, an invariant anywhere."""
        first = inspect.getsourcelines(inspect.unwrap(self.function))[1]
        lines = inspect.getsource(self.module).splitlines()
        start = first if what.startswith("post:") else 1
        places = [i for i, line in enumerate(lines, 1) if i >= start and line.strip() in what]
        return next((i for i in places if lines[i - 1].strip().startswith(what[:4])), first)

    def _violation(self, arguments: dict[str, object], what: str, line: int) -> Run:
        line = line or self._line_of(what)
        self.world.complete()
        return Run(
            "violated",
            what,
            line,
            len(self.world.objects),
            len(self.world.containers),
            self.world.describe(arguments),
        )


def check(path: Path, name: str, bounds: Bounds, seconds: float) -> Verdict:
    """Deepen over the number of objects; stop at the first number with a violation."""

    def late(signum: int, frame: types.FrameType | None) -> None:
        raise TooLongError

    signal.signal(signal.SIGVTALRM, late)
    start = time.monotonic()
    admitted = 0
    done = "nothing"
    best: Run | None = None
    sizes = itertools.product(range(bounds.objects + 1), range(bounds.length + 1))
    for objects, length in sizes:
        if best is not None and best.objects <= objects:
            break
        scope = dataclasses.replace(bounds, objects=objects, length=length)
        checker = Checker(load(path), name, scope)
        if length and not checker.world.containers_possible():
            continue
        admitted = 0
        for run in checker.runs():
            admitted += run.outcome != "rejected"
            smaller = best is None or run.size() < best.size()
            if run.outcome == "violated" and smaller:
                best = run
            if time.monotonic() - start > seconds:
                return Verdict(best, admitted, False, done, time.monotonic() - start)
        done = f"{objects} objects, {length} items"
    return Verdict(best, admitted, True, done, time.monotonic() - start)


def targets(path: Path) -> list[str]:
    """Functions of a module that have a contract of their own or a class with invariants."""
    module = load(path)
    found = []
    for owner, holder in [("", module), *inspect.getmembers(module, inspect.isclass)]:
        if getattr(holder, "__module__", path.stem) != path.stem:
            continue
        for name, member in vars(holder).items():
            if inspect.isfunction(member) and member.__module__ == path.stem:
                if name.startswith("_") or (owner == "" and inspect.isbuiltin(member)):
                    continue
                contract = contract_of(member)
                wrapped = inspect.unwrap(member) is not member
                if contract.pre or contract.post or contract.leading or wrapped:
                    found.append(f"{owner}.{name}" if owner else name)
    return found


def fill(manifest: Path, bounds: Bounds, seconds: float) -> None:
    """Write the smallest violation of every bug into the manifest; warn of twins that fail too."""
    with manifest.open(newline="") as file:
        rows = list(csv.DictReader(file))
    for row in rows:
        for module in (row["module"], row["twin"]):
            path = manifest.parent / f"{module}.py"
            verdict = check(path, row["function"], bounds, seconds)
            run = verdict.violation
            if module == row["twin"] and run is not None:
                print(
                    f"{module}:{row['function']}: the correct twin fails: {run.what}: {run.inputs}"
                )
            elif module == row["twin"]:
                print(f"{module}:{row['function']}: fine up to {verdict.done}")
            elif run is not None:
                row |= {"finding": run.what, "line": str(run.line), "objects": str(run.objects)}
                row["containers"] = str(run.containers)
            else:
                print(f"{module}:{row['function']}: nothing found")
    with manifest.open("w", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("target", nargs="*", help="file.py or file.py:function")
    parser.add_argument("--manifest", type=Path, help="check its modules and fill it in")
    parser.add_argument("--max-objects", type=int, default=4)
    parser.add_argument("--length", type=int, default=4, help="items of a container")
    parser.add_argument("--ints", type=int, nargs="+", default=[0, 1, 2, -1])
    parser.add_argument("--strings", nargs="+", default=["", "a", "b", "ab"])
    parser.add_argument("--seconds", type=float, default=60)
    options = parser.parse_args()
    ints, strings = tuple(options.ints), tuple(options.strings)
    bounds = Bounds(options.max_objects, options.length, ints, strings)
    if options.manifest:
        fill(options.manifest, bounds, options.seconds)
    worst = 0
    for target in options.target:
        file, _, name = target.partition(":")
        for function in [name] if name else targets(Path(file)):
            verdict = check(Path(file), function, bounds, options.seconds)
            print(
                f"{file}:{function}: done up to {verdict.done}; "
                f"{verdict.admitted} inputs in the last scope, {verdict.seconds:.1f} s"
            )
            if verdict.violation is not None:
                worst = 1
                run = verdict.violation
                print(f"  line {run.line}: {run.what}\n  {run.objects} objects: {run.inputs}")
    return worst


if __name__ == "__main__":
    sys.exit(main())
