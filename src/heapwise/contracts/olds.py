"""Taking the parts of a condition that belong to the pre-state out of it.

Two readings of the pre-state are kept apart, as their users do:

* `old(e)` and icontract's snapshots are explicit: exactly `e` is evaluated before the call, so that
  `old(self.head).next` is the `next` that the former head has *now*;
* `__old__.x` (PEP 316, `old.x`) stands for the parameter as it was, with all it reached: every
  largest part of the condition that is computed from such names alone is evaluated before the call.
"""

import ast
import copy
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches

from heapwise.contracts.contract import RESULT, Old
from heapwise.contracts.decorators import old
from heapwise.contracts.free_names import (
    Seen,
    all_names,
    assigned_names,
    children,
    dotted,
    free_names,
    look_up,
    parameter_names,
    replaced,
    walk,
)
from heapwise.program import InputError, Position

_NOT_VALUES = (ast.Starred, ast.Slice, ast.FormattedValue, ast.JoinedStr)


@dataclass(frozen=True)
class Site:
    """What a condition may talk about: a function (or the receiver) and its surroundings."""

    subject: str
    parameters: tuple[str, ...]
    globals: Mapping[str, object]
    # Decorators of a local function see names of the enclosing one that we cannot see.
    knows_all_names: bool = True


@dataclass(frozen=True)
class Notation:
    """How a condition names the pre-state."""

    old_call: str | None = None  # old(e)
    old_root: str | None = None  # __old__.x
    snapshot_root: str | None = None  # OLD.name
    snapshots: Mapping[str, ast.expr] | None = None


class Extraction:
    """The work on one condition. It changes the expression it is given, and adds to the names."""

    def __init__(
        self, names: Mapping[str, str], site: Site, notation: Notation, at: Position
    ) -> None:
        self.names = dict(names)
        self.olds: list[Old] = []
        self._site = site
        self._notation = notation
        self._at = at
        self._taken: set[str] = set()
        self._bound_somewhere: frozenset[str] = frozenset()
        self._hidden: frozenset[str] = frozenset()
        self._aliases: dict[str, str] = {}
        self._snapshot_names: dict[str, str] = {}
        self._replacements: dict[int, ast.expr] = {}

    def run(self, expression: ast.expr) -> ast.expr:
        """What is left of the expression, with names in the place of old values."""
        self._taken = set(all_names(expression)) | set(self._site.parameters)
        self._bound_somewhere = _bound_names(expression)
        results = {name for name, stands in self.names.items() if stands == RESULT}
        self._hidden = assigned_names(expression) | results
        pending = [Seen(expression, frozenset())]
        while pending:
            seen = pending.pop()
            if not self._take(seen):
                pending.extend(reversed(children(seen)))
        return replaced(expression, self._replacements)

    def _take(self, seen: Seen) -> bool:
        node, bound = seen
        if not isinstance(node, ast.expr):
            return False
        return (
            self._take_call(node, bound)
            or self._take_snapshot(node, bound)
            or self._take_computed(node, bound)
        )

    def _take_call(self, node: ast.expr, bound: frozenset[str]) -> bool:
        """`old(e)`: `e` is evaluated before the call."""
        argument = self._argument_of_old(node, bound)
        if argument is None:
            return False
        unknown = sorted(free_names(argument) & (self._hidden | bound))
        if unknown:
            raise InputError(
                f"`{ast.unparse(node)}` cannot be evaluated before the call, when there is no "
                f"`{unknown[0]}`; take the old value of a larger part, as in `old(items)[i]`",
                self._at,
            )
        nested: dict[int, ast.expr] = {}
        for inner, inner_bound in walk(argument, bound):
            if isinstance(inner, ast.expr):
                its_argument = self._argument_of_old(inner, inner_bound)
                if its_argument is not None:
                    nested[id(inner)] = its_argument
        self._keep(node, replaced(argument, nested), copied=True)
        return True

    def _argument_of_old(self, node: ast.expr, bound: frozenset[str]) -> ast.expr | None:
        if not isinstance(node, ast.Call):
            return None
        names = dotted(node.func)
        if not names or names[0] in bound or names[0] in self.names:
            return None
        if not self._is_old(names):
            return None
        if len(node.args) != 1 or node.keywords or isinstance(node.args[0], ast.Starred):
            raise InputError(f"`{ast.unparse(node)}`: `old` takes one expression", self._at)
        return node.args[0]

    def _is_old(self, names: tuple[str, ...]) -> bool:
        """`old` needs no import to be understood, and may be imported under another name."""
        scope, call = self._site.globals, self._notation.old_call
        if look_up(names, scope) is old:
            return True
        return names == (call,) and (call == self._notation.old_root or call not in scope)

    def _take_snapshot(self, node: ast.expr, bound: frozenset[str]) -> bool:
        """`OLD.name`: what the snapshot of that name took."""
        root, snapshots = self._notation.snapshot_root, self._notation.snapshots or {}
        names = dotted(node)
        if root is None or len(names) != 2 or names[0] != root or root in bound:
            return False
        name = names[1]
        if name not in snapshots:
            raise InputError(
                f"`{root}.{name}`: {self._site.subject} has no snapshot `{name}`; "
                f"add `@icontract.snapshot(lambda {name}: …)`",
                self._at,
            )
        if name in self._snapshot_names:
            self._replacements[id(node)] = _name(self._snapshot_names[name], node)
        else:
            snapshot = copy.deepcopy(snapshots[name])
            used = free_names(snapshot).intersection(self._site.parameters)
            self.names |= {parameter: parameter for parameter in used}
            self._snapshot_names[name] = self._keep(node, snapshot, copied=False)
        return True

    def _take_computed(self, node: ast.expr, bound: frozenset[str]) -> bool:
        """A part that is computed from `__old__.x` alone, whatever its size."""
        root = self._notation.old_root
        if root is None or root in bound or isinstance(node, _NOT_VALUES):
            return False
        free = free_names(node)
        if root not in free:
            return False
        if isinstance(node, ast.Name):
            message = f"`{root}` has no value of its own; write `{root}.` and a parameter"
            raise InputError(message, self._at)
        if (free - {root}) & (
            bound | self._hidden | self.names.keys() - set(self._aliases.values())
        ):
            return False
        local: dict[int, ast.expr] = {}
        for inner, inner_bound in walk(node):
            if isinstance(inner, ast.Attribute) and root not in inner_bound:
                names = dotted(inner)
                if len(names) == 2 and names[0] == root:
                    local[id(inner)] = self._parameter(inner)
        if not local:  # the root is there, but not as `root.x`
            return False
        self._keep(node, replaced(node, local), copied=True)
        return True

    def _parameter(self, node: ast.Attribute) -> ast.expr:
        """The name by which the pre-state's parameter can be read anywhere in the condition."""
        name, parameters = node.attr, self._site.parameters
        if name not in parameters:
            root, subject = self._notation.old_root, self._site.subject
            message = f"`{root}.{name}`: {subject} has no parameter `{name}`"
            raise InputError(message + suggestion(name, parameters), self._at)
        if self.names.get(name) == name and name not in self._bound_somewhere:
            return _name(name, node)
        if name not in self._aliases:
            self._aliases[name] = self._fresh(f"{name}_before")
            self.names[self._aliases[name]] = name
        return _name(self._aliases[name], node)

    def _keep(self, node: ast.expr, value: ast.expr, copied: bool) -> str:
        name = self._fresh(f"old_{len(self.olds) + 1}")
        self.olds.append(Old(name, value, copied))
        self._replacements[id(node)] = _name(name, node)
        return name

    def _fresh(self, name: str) -> str:
        while name in self._taken or name in self._site.globals:
            name += "_"
        self._taken.add(name)
        return name


def suggestion(name: str, names: tuple[str, ...]) -> str:
    close = get_close_matches(name, names, n=1)
    return f"; did you mean `{close[0]}`?" if close else ""


def _bound_names(expression: ast.expr) -> frozenset[str]:
    names: set[str] = set()
    for node in ast.walk(expression):
        if isinstance(node, ast.Lambda):
            names.update(parameter_names(node))
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names.add(node.id)
    return frozenset(names)


def _name(name: str, at: ast.expr) -> ast.expr:
    return ast.copy_location(ast.Name(name, ast.Load()), at)
