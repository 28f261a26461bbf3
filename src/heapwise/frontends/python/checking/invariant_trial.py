"""Candidates for the invariant of a Python class on trial: by calls, and by the engine.

The code of the candidates is a module of its own beside the user's: in the worker, which looks for
objects that refute them, and as a file that is loaded here, for conditions that the engine runs.
"""

from __future__ import annotations

import ast
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from heapwise.contracts import invariants_of
from heapwise.contracts.contract import Condition
from heapwise.frontends.protocol import Refuted
from heapwise.frontends.protocol import Subject as AnySubject
from heapwise.frontends.python.checking.implied_candidates import strongest
from heapwise.frontends.python.checking.invariant_templates import Candidate, candidates_of
from heapwise.frontends.python.checking.public_calls import PublicCalls
from heapwise.frontends.python.checking.recipes import step_texts
from heapwise.frontends.python.checking.subjects import Subject, subjects_of
from heapwise.frontends.python.main_code import Requirements
from heapwise.frontends.python.source.modules import load_file, load_module
from heapwise.frontends.python.source.target import find_named, parse_target
from heapwise.frontends.python.typing.shapes import classes_in
from heapwise.program import InputError
from heapwise.testgen import ModuleUnderTest, Replayer, read_module

_NOT_METHODS = ("staticmethod", "classmethod")
_SIZES = range(4)


class PythonInvariantTrial:
    def __init__(self, target: str) -> None:
        parsed = parse_target(target)
        self._loaded = load_module(parsed)
        if parsed.qualname is None:
            raise InputError(f"{target}: name a class, as in {target}:Class")
        named = find_named(parsed, self._loaded.module)
        if not isinstance(named, type):
            raise InputError(f"{target}: only classes have invariants")
        self.own = tuple(condition.text for condition in invariants_of(named))
        self._target = target
        self._cls = named
        self._candidates = candidates_of(named)
        self._folder = tempfile.TemporaryDirectory(prefix="heapwise-")
        names = [f"candidate_{number}" for number in range(len(self._candidates))]
        self._names = dict(enumerate(names))
        self._probes = {
            f"probe_{number}": number
            for number, each in enumerate(self._candidates)
            if self._is_walk(each)
        }
        self._depths = {f"deep_{number}": number for number in self._probes.values()}
        self._sizes = {
            f"size_{number}_{size}": (number, size)
            for number, each in enumerate(self._candidates)
            if each.measure
            for size in _SIZES
        }
        self._constructed: set[tuple[int, int]] | None = None
        self._file = Path(self._folder.name) / f"heapwise_candidates_{id(self):x}.py"
        self._file.write_text("\n\n".join(self._functions()), encoding="utf-8")
        self._conditions = self._loaded_conditions()
        self._idle: set[int] = set()

    @property
    def class_name(self) -> str:
        return self._cls.__qualname__

    @property
    def candidates(self) -> list[str]:
        return [
            each.text if each.walk is None else f"{each.text} ({each.walk.text})"
            for each in self._candidates
        ]

    def needs(self, number: int) -> int | None:
        """The candidate whose nodes another is about."""
        walk = self._candidates[number].walk
        return None if walk is None else self._candidates.index(walk)

    def close(self) -> None:
        self._folder.cleanup()

    # ------------------------------------------------------------------ objects that calls make

    def refuted_by_calls(self, calls: int, seconds: float, without: str = "") -> Refuted:
        """By the number of the candidate; `without` is a method that is not called."""
        public = PublicCalls(self._loaded, [self._cls], frozenset((self._cls,)))
        operations = [each for each in public.operations() if each["name"] != without]
        answer = self._searched(public, operations, calls, seconds)
        if answer is None:
            return Refuted({}, 0, {})
        found: Any = answer["refuted"]
        facts = read_module(ModuleUnderTest.of_file(Path(self._loaded.path)).path)
        told = {number: found[name] for number, name in self._names.items() if found.get(name)}
        if not without:
            # Of those that never come to a second node, nothing was seen.
            self._idle = {n for name, n in self._probes.items() if not found.get(name)}
        flat = {n for name, n in self._depths.items() if not found.get(name)}
        shallow = {n for n in self._names if n in flat or self.needs(n) in flat}
        if without:
            shallow |= self._unmoved(self._seen_sizes(found), public, operations, calls, seconds)
        last = {n: operations[each["steps"][-1][0]] for n, each in told.items() if each["steps"]}
        return Refuted(
            {n: "; ".join(step_texts(operations, facts, each)) for n, each in told.items()},
            int(str(answer["objects"])),
            {n: each["name"] for n, each in last.items() if each["do"] == "method"},
            shallow,
            int(str(answer["calls"])),
            bool(answer["late"]),
        )

    def _searched(
        self, public: PublicCalls, operations: Sequence[object], calls: int, seconds: float
    ) -> Mapping[str, Any] | None:
        spec: dict[str, object] = {
            "target": "",
            "parameters": [],
            "operations": operations,
            "classes": [public.name_of(cls) for cls in public.classes],
            "goals": [],
            "calls": calls,
            "candidates": [*self._names.values(), *self._probes, *self._depths, *self._sizes],
            "candidates_of": public.name_of(self._cls),
        }
        module = ModuleUnderTest.of_file(Path(self._loaded.path))
        beside = f"import sys\n_of = vars(sys.modules[{module.name!r}])\n"
        beside += "globals().update({n: _of[n] for n in _of if n[:2] != '__'})\n"
        beside += self._file.read_text(encoding="utf-8")
        return Replayer().search(module, spec, seconds, beside)

    def _seen_sizes(self, found: Any) -> set[tuple[int, int]]:
        return {each for name, each in self._sizes.items() if found.get(name)}

    def _unmoved(
        self,
        seen: set[tuple[int, int]],
        public: PublicCalls,
        operations: Sequence[Any],
        calls: int,
        seconds: float,
    ) -> set[int]:
        """Candidates about what only has the sizes that constructors give it: that something holds
        of these says nothing of what methods do."""
        if self._constructed is None:
            makers = [each for each in operations if each["do"] == "new"]
            answer = self._searched(public, makers, calls, seconds)
            self._constructed = set() if answer is None else self._seen_sizes(answer["refuted"])
        moved = {number for number, _ in seen - self._constructed}
        return {number for number, _ in self._sizes.values()} - moved

    @property
    def idle(self) -> set[int]:
        """Those of which the calls that were made show nothing."""
        return self._idle

    def is_telling(self, number: int) -> bool:
        candidate = self._candidates[number]
        return candidate.walk is not None or self._is_walk(candidate) or bool(candidate.measure)

    # ------------------------------------------------------------------ the engine

    def subjects(self, kept: Sequence[int]) -> list[Subject]:
        """The constructor and the public methods, with these candidates for an invariant."""
        conditions = tuple(self._conditions[number] for number in kept)
        return [
            self._with_invariant(each, conditions)
            for each in subjects_of(self._target)
            if not each.skipped and each.info.kind not in _NOT_METHODS
        ]

    def number_of(self, text: str) -> int | None:
        """The candidate that a violated condition is about."""
        found = text.removeprefix("inv: ").partition("(")[0]
        return next((number for number, name in self._names.items() if name == found), None)

    def assuming(self, subject: AnySubject, kept: Sequence[int]) -> Subject:
        """Of all inputs of the class. It is assumed, not promised: nobody has stated it."""
        assert isinstance(subject, Subject)
        assumed = [
            (name, replace(self._conditions[number], names={"self": name}))
            for name, shape in subject.parameters.items()
            if self._cls in classes_in(shape)
            for number in kept
        ]
        return replace(subject, assumed=(*subject.assumed, *assumed))

    def _with_invariant(self, subject: Subject, conditions: tuple[Condition, ...]) -> Subject:
        info, contract = subject.info, subject.required.contract
        receiver = info.parameters[0].name
        about_it = tuple(replace(each, names={"self": receiver}) for each in conditions)
        is_constructor = info.name == "__init__"
        required = replace(
            contract,
            invariants=about_it,
            assumes_invariants=not is_constructor,
            keeps_invariants=True,
        )
        assumed = [] if is_constructor else [(receiver, each) for each in about_it]
        for name, shape in subject.parameters.items():
            if name != receiver and self._cls in classes_in(shape):
                assumed += [(name, replace(each, names={"self": name})) for each in conditions]
        return replace(subject, required=Requirements(required, tuple(assumed)))

    def _functions(self) -> Iterator[str]:
        for number, candidate in enumerate(self._candidates):
            yield f"def {self._names[number]}(self):"
            yield "\n".join(f"    {line}" for line in candidate.code())
            yield "    return True"
        for probes, size in ((self._probes, 2), (self._depths, 3)):
            for name, number in probes.items():
                yield f"def {name}(self):"
                yield "\n".join(f"    {line}" for line in self._candidates[number].lines)
                yield f"    return len(nodes) < {size}"
        for name, (number, size) in self._sizes.items():
            yield f"def {name}(self):\n    return {self._candidates[number].measure} != {size}"

    def _loaded_conditions(self) -> list[Condition]:
        loaded = load_file(self._file)
        space = vars(loaded.module)
        for name, value in vars(self._loaded.module).items():
            space.setdefault(name, value)
        found = []
        for number, candidate in enumerate(self._candidates):
            text = f"{self._names[number]}(self)"
            tree = ast.parse(text, mode="eval").body
            at = loaded.position(tree)
            found.append(
                Condition("invariant", tree, {"self": "self"}, text, at, space, (), candidate.text)
            )
        return found

    # ------------------------------------------------------------------ in the end

    def strongest(self, kept: Sequence[int]) -> list[int]:
        found = strongest([self._candidates[number] for number in kept])
        return [number for number in kept if self._candidates[number] in found]

    def written(self, kept: Sequence[int]) -> str:
        """A method that says whether all of these hold, ready to paste."""
        lines = ["def rep_ok(self) -> bool:"]
        chosen = [self._candidates[number] for number in kept]
        for walk in dict.fromkeys(each.walk for each in chosen):
            if walk is None:
                plain = [each for each in chosen if each.walk is None and not self._is_walk(each)]
                for each in plain:
                    lines += [f"    {line}" for line in each.lines]
                continue
            lines += self._commented(walk)
            for each in chosen:
                if each.walk == walk:
                    lines += self._commented(each)
        used = {each.walk for each in chosen}
        for each in chosen:
            if self._is_walk(each) and each not in used:
                lines += self._commented(each)
        return "\n".join([*lines, "    return True"])

    def _is_walk(self, candidate: Candidate) -> bool:
        return candidate.lines[0] == "nodes = []"

    def _commented(self, candidate: Candidate) -> list[str]:
        return [f"    # {candidate.text}", *(f"    {line}" for line in candidate.lines)]
