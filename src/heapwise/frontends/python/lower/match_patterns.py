"""The patterns of match statements.

A pattern is first asked as a whole (`whole_patterns`). If that cannot be told without running
code of the program, its parts are decided one by one, as Python does: a part either goes on, or
jumps to the next case. Either way they are one decision of the source: the event of a case tells
only whether pattern and guard succeeded.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence

from heapwise.frontends.python.lower.builder import Label
from heapwise.frontends.python.lower.comprehensions import ComprehensionLowering
from heapwise.frontends.python.semantics.objects import matching, whole_patterns
from heapwise.frontends.python.semantics.operations import iteration, truth
from heapwise.frontends.python.semantics.operations.comparison import comparison
from heapwise.program.code import Note


class PatternLowering(ComprehensionLowering):
    def case(self, case: ast.match_case, subject: int, following: Label) -> None:
        """Go on if the case is taken, or else at `following`."""
        failed = Label()
        taken = Label()
        event = self.event(case.pattern, "case")
        if case.guard is None and _always_matches(case.pattern):
            event = ""
        for name, register in self._matched(case.pattern, subject, failed):
            self.store(name, register)
        if case.guard is not None:
            with self.build.at(case.guard):
                held = self.test(case.guard)
                self.build.branch(held, taken, failed, self.event(case.guard, "guard"))
        else:
            self.build.jump(taken)
        self.build.put(failed)
        self._note(event, "false")
        self.build.jump(following)
        self.build.put(taken)
        self._note(event, "true")

    def _matched(self, node: ast.pattern, subject: int, failed: Label) -> list[tuple[str, int]]:
        """The registers of what the pattern binds."""
        captures: list[tuple[str, int]] = []
        operands: list[int] = []
        whole = self._whole(node, operands)
        if isinstance(whole, whole_patterns.AnyPattern):
            self.pattern(node, subject, failed, captures)
            return captures
        names = tuple(dict.fromkeys(whole_patterns.names_in(whole)))
        targets = [self.build.register() for _ in names]
        told, slowly, bound, taken = Label(), Label(), Label(), Label()
        result = self.build.perform(
            whole_patterns.attempt, subject, *operands, static=(whole, names)
        )
        self.build.branch(self.build.perform(whole_patterns.was_told, result), told, slowly)
        self.build.put(told)
        fits = self.build.perform(iteration.part, result, static=(0,))
        self.build.branch(fits, bound, failed)
        self.build.put(bound)
        for index, target in enumerate(targets):
            self.build.perform(iteration.part, result, static=(index + 1,), into=target)
        self.build.jump(taken)
        self.build.put(slowly)
        self.pattern(node, subject, failed, captures)
        for name, register in captures:
            self.build.move(targets[names.index(name)], register)
        self.build.put(taken)
        return list(zip(names, targets, strict=True))

    def _whole(self, node: ast.pattern, operands: list[int]) -> whole_patterns.Pattern:
        """The pattern as one value; the values it mentions are put into `operands`."""

        def operand(register: int) -> int:
            operands.append(register)
            return len(operands) - 1

        def each(nodes: Sequence[ast.pattern]) -> tuple[whole_patterns.Pattern, ...]:
            return tuple(self._whole(item, operands) for item in nodes)

        match node:
            case ast.MatchValue(value):
                return whole_patterns.ValuePattern(operand(self.value(value)))
            case ast.MatchSingleton(constant):
                return whole_patterns.ValuePattern(operand(self.build.constant(constant)), True)
            case ast.MatchAs(inner, name):
                within = None if inner is None else self._whole(inner, operands)
                return whole_patterns.AnyPattern(name, within)
            case ast.MatchStar(name):
                return whole_patterns.AnyPattern(name)
            case ast.MatchOr(options):
                return whole_patterns.OrPattern(each(options))
            case ast.MatchSequence(parts):
                return whole_patterns.SequencePattern(each(parts), _star(parts))
            case ast.MatchMapping(keys, parts, rest):
                at = tuple(operand(self.value(key)) for key in keys)
                return whole_patterns.MappingPattern(at, each(parts), rest)
            case ast.MatchClass(cls, positional, names, named):
                at_class = operand(self.value(cls))
                return whole_patterns.ClassPattern(
                    at_class, each(positional), tuple(names), each(named)
                )
        raise AssertionError(f"no pattern: {node}")

    def _note(self, event: str, outcome: str) -> None:
        if event:
            self.build.emit(Note(f"{event} {outcome}", at=self.build.position))

    def pattern(
        self, node: ast.pattern, subject: int, failed: Label, captures: list[tuple[str, int]]
    ) -> None:
        method: Callable[..., None] | None = getattr(self, f"_{type(node).__name__.lower()}", None)
        with self.build.at(node):
            if method is None:
                self.unsupported(node, f"{type(node).__name__} patterns")
            else:
                method(node, subject, failed, captures)

    def _need(self, condition: int, failed: Label) -> None:
        go_on = Label()
        self.build.branch(condition, go_on, failed)
        self.build.put(go_on)

    def _matchvalue(
        self, node: ast.MatchValue, subject: int, failed: Label, captures: list[tuple[str, int]]
    ) -> None:
        value = self.value(node.value)
        same = self.build.perform(comparison, subject, value, static=("Eq",))
        self._need(self.build.perform(truth.truth, same), failed)

    def _matchsingleton(
        self,
        node: ast.MatchSingleton,
        subject: int,
        failed: Label,
        captures: list[tuple[str, int]],
    ) -> None:
        value = self.build.constant(node.value)
        same = self.build.perform(comparison, subject, value, static=("Is",))
        self._need(self.build.perform(truth.truth, same), failed)

    def _matchas(
        self, node: ast.MatchAs, subject: int, failed: Label, captures: list[tuple[str, int]]
    ) -> None:
        if node.pattern is not None:
            self.pattern(node.pattern, subject, failed, captures)
        if node.name is not None:
            captures.append((node.name, subject))

    def _matchor(
        self, node: ast.MatchOr, subject: int, failed: Label, captures: list[tuple[str, int]]
    ) -> None:
        taken = Label()
        merged: dict[str, int] = {}
        for alternative in node.patterns:
            following = Label()
            own: list[tuple[str, int]] = []
            self.pattern(alternative, subject, following, own)
            for name, register in own:
                merged.setdefault(name, self.build.register())
                self.build.move(merged[name], register)
            self.build.jump(taken)
            self.build.put(following)
        self.build.jump(failed)
        self.build.put(taken)
        captures.extend(merged.items())

    def _matchsequence(
        self, node: ast.MatchSequence, subject: int, failed: Label, captures: list[tuple[str, int]]
    ) -> None:
        star = _star(node.patterns)
        count = len(node.patterns)
        fits = self.build.perform(matching.is_sequence_of, subject, static=(count, star))
        self._need(fits, failed)
        for index, part in enumerate(node.patterns):
            static = (index, count, star)
            value = self.build.perform(matching.sequence_part, subject, static=static)
            if isinstance(part, ast.MatchStar):
                if part.name is not None:
                    captures.append((part.name, value))
            else:
                self.pattern(part, value, failed, captures)

    def _matchmapping(
        self, node: ast.MatchMapping, subject: int, failed: Label, captures: list[tuple[str, int]]
    ) -> None:
        self._need(self.build.perform(matching.is_mapping, subject), failed)
        for key, part in zip(node.keys, node.patterns, strict=True):
            at = self.value(key)
            self._need(self.build.perform(matching.has_key, subject, at), failed)
            value = self.build.perform(matching.value_at, subject, at)
            self.pattern(part, value, failed, captures)
        if node.rest is not None:
            keys = [self.value(key) for key in node.keys]
            captures.append((node.rest, self.build.perform(matching.rest_of, subject, *keys)))

    def _matchclass(
        self, node: ast.MatchClass, subject: int, failed: Label, captures: list[tuple[str, int]]
    ) -> None:
        cls = self.value(node.cls)
        self._need(self.build.perform(matching.is_of_class, subject, cls), failed)
        count = len(node.patterns)
        values = []
        for index in range(count):  # all of them are read before one is looked at
            static = (index, count)
            values.append(self.build.perform(matching.positional_part, subject, cls, static=static))
            self._need(self.build.perform(iteration.got_item, values[-1]), failed)
        for name in node.kwd_attrs:
            values.append(self.build.perform(matching.attribute_part, subject, static=(name,)))
            self._need(self.build.perform(iteration.got_item, values[-1]), failed)
        for part, value in zip([*node.patterns, *node.kwd_patterns], values, strict=True):
            self.pattern(part, value, failed, captures)


def _star(parts: Sequence[ast.pattern]) -> int | None:
    return next((i for i, item in enumerate(parts) if isinstance(item, ast.MatchStar)), None)


def _always_matches(pattern: ast.pattern) -> bool:
    while isinstance(pattern, ast.MatchAs) and pattern.pattern is not None:
        pattern = pattern.pattern
    if isinstance(pattern, ast.MatchOr):
        return any(_always_matches(option) for option in pattern.patterns)
    return isinstance(pattern, ast.MatchAs)
