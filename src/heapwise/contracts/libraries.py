"""Contracts in decorators: our own, icontract's and deal's, read from the source.

A decorator is recognised by the object its name means in the module, so that aliases and `from …
import …` work; what it says is read from the syntax tree, so that the library need not keep it, nor
even be enabled. Decorators we do not know, and those that say nothing about values (`deal.has`,
`deal.example`), are passed over.
"""

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from heapwise.contracts.conditions import condition_from_text, make_condition
from heapwise.contracts.contract import Condition, Kind
from heapwise.contracts.docstrings import exception_named
from heapwise.contracts.free_names import dotted, look_up
from heapwise.contracts.function_source import Source
from heapwise.contracts.olds import Notation, Site
from heapwise.contracts.predicates import Binding, Predicate, bind, predicate
from heapwise.program import InputError, Position

_OLD_OF_PARAMETER = Notation(old_call="old")


class Clause(NamedTuple):
    """One decorator: whose it is (`icontract.require`), its arguments, where it stands."""

    what: str
    arguments: tuple[ast.expr, ...]
    keywords: Mapping[str, ast.expr]
    at: Position


class _Rule(NamedTuple):
    kind: Kind
    binding: Binding


_CONDITIONS: Mapping[str, _Rule] = {
    "heapwise.requires": _Rule("pre", Binding.BY_NAME),
    "heapwise.ensures": _Rule("post", Binding.BY_NAME_OR_RESULT),
    "heapwise.invariant": _Rule("invariant", Binding.RECEIVER),
    "icontract.require": _Rule("pre", Binding.BY_NAME),
    "icontract.ensure": _Rule("post", Binding.BY_NAME),
    "icontract.invariant": _Rule("invariant", Binding.RECEIVER),
    "deal.pre": _Rule("pre", Binding.AS_CALLED),
    "deal.post": _Rule("post", Binding.RESULT_ONLY),
    "deal.ensure": _Rule("post", Binding.AS_CALLED),
    "deal.inv": _Rule("invariant", Binding.RECEIVER),
}
_RAISES = ("heapwise.raises", "deal.raises", "deal.reason")
_CLOSED = ("deal.raises", "deal.safe", "deal.pure")
_SNAPSHOT, _CHAIN = "icontract.snapshot", "deal.chain"
_KNOWN = {*_CONDITIONS, *_RAISES, *_CLOSED, _SNAPSHOT, _CHAIN}


@dataclass
class Stated:
    """What the decorators of one function or class say."""

    pre: list[Condition] = field(default_factory=list)
    post: list[Condition] = field(default_factory=list)
    invariants: list[Condition] = field(default_factory=list)
    raises: list[type[BaseException]] = field(default_factory=list)
    raises_only: bool = False

    def add(self, condition: Condition) -> None:
        lists = {"pre": self.pre, "post": self.post, "invariant": self.invariants}
        lists[condition.kind].append(condition)


def stated_by(decorators: Sequence[ast.expr], site: Site, source: Source) -> Stated:
    """Read all decorators of a function or class."""
    clauses = [c for decorator in decorators for c in _clauses(decorator, site, source)]
    notation = Notation(snapshot_root="OLD", snapshots=_snapshots(clauses, site, source))
    stated = Stated()
    for clause in clauses:
        if clause.what in _CONDITIONS and not _is_disabled(clause):
            stated.add(_condition(clause, site, source, notation))
        if clause.what in _RAISES:
            only_first = clause.what == "deal.reason"
            exceptions = clause.arguments[:1] if only_first else clause.arguments
            stated.raises += [_exception(each, site, source) for each in exceptions]
        stated.raises_only |= clause.what in _CLOSED
    return stated


def _clauses(decorator: ast.expr, site: Site, source: Source) -> Iterator[Clause]:
    """The clauses of a decorator; a name may stand for one, and `deal.chain` for several."""
    pending, followed = [decorator], 0
    while pending:
        node = pending.pop(0)
        call = node if isinstance(node, ast.Call) else None
        names = dotted(call.func if call else node)
        what = _identity(look_up(names, site.globals))
        if what:
            arguments = tuple(call.args) if call else ()
            keywords = {k.arg: k.value for k in call.keywords if k.arg} if call else {}
            if what == _CHAIN:
                pending = [*arguments, *pending]
            else:
                yield Clause(what, arguments, keywords, source.position(decorator))
        elif call is None and len(names) == 1 and followed < 10:  # a chain of names may be a cycle
            assigned = source.assigned(names[0])
            followed += 1
            pending = [assigned, *pending] if assigned is not None else pending


def _identity(decorator: object) -> str:
    """`icontract.require` for that very object, wherever its package keeps it."""
    module, name = getattr(decorator, "__module__", None), getattr(decorator, "__name__", None)
    if not isinstance(module, str) or not isinstance(name, str):
        return ""
    what = f"{module.split('.')[0]}.{name}"
    return what if what in _KNOWN else ""


def _is_disabled(clause: Clause) -> bool:
    enabled = clause.keywords.get("enabled")
    return isinstance(enabled, ast.Constant) and enabled.value is False


def _condition(clause: Clause, site: Site, source: Source, snapshots: Notation) -> Condition:
    rule = _CONDITIONS[clause.what]
    given = _first(clause, "condition", "validator")
    description = _description(clause)
    ours = clause.what.startswith("heapwise.")
    if ours and isinstance(given, ast.Constant) and isinstance(given.value, str):
        at = Position(source.file, given.lineno, source.literal_start(given) + 1)
        return condition_from_text(
            rule.kind, given.value, at, site, _OLD_OF_PARAMETER, ("result",), description
        )
    read = predicate(given, clause.what, site, source, clause.at)
    if clause.what.startswith("deal."):
        read, message = _without_message(read)
        description = description or message
    bound = bind(read, rule.binding, clause.what, site)
    notation = snapshots if clause.what.startswith("icontract.") else bound.notation
    return make_condition(
        rule.kind,
        bound.expression,
        read.text,
        read.at,
        bound.names,
        bound.site,
        notation,
        description,
    )


def _first(clause: Clause, *keywords: str) -> ast.expr:
    given = (*clause.arguments[:1], *(clause.keywords[k] for k in keywords if k in clause.keywords))
    if not given:
        raise InputError(f"`{clause.what}` is given no condition", clause.at)
    return given[0]


def _description(clause: Clause) -> str:
    texts = (*clause.arguments[1:2], *(clause.keywords.get(k) for k in ("description", "message")))
    for text in texts:
        if isinstance(text, ast.Constant) and isinstance(text.value, str):
            return text.value
    return ""


def _without_message(read: Predicate) -> tuple[Predicate, str]:
    """deal takes a string for a failure, so that `x > 0 or "too small"` means `x > 0`."""
    body = read.body
    if isinstance(body, ast.BoolOp) and isinstance(body.op, ast.Or):
        last = body.values[-1]
        if isinstance(last, ast.Constant) and isinstance(last.value, str):
            kept = body.values[:-1]
            rest = (
                kept[0] if len(kept) == 1 else ast.copy_location(ast.BoolOp(ast.Or(), kept), body)
            )
            return read._replace(body=rest, text=ast.unparse(rest)), last.value
    return read, ""


def _snapshots(clauses: Sequence[Clause], site: Site, source: Source) -> Mapping[str, ast.expr]:
    """icontract's snapshots by name; a snapshot of one parameter is named after it."""
    found: dict[str, ast.expr] = {}
    for clause in clauses:
        if clause.what != _SNAPSHOT:
            continue
        read = predicate(_first(clause, "capture"), clause.what, site, source, clause.at)
        for parameter in read.parameters:
            if parameter not in site.parameters:
                message = f"`{clause.what}`: {site.subject} has no parameter `{parameter}`"
                raise InputError(message, read.at)
        named = (*clause.arguments[1:2], clause.keywords.get("name"))
        name = next((n.value for n in named if isinstance(n, ast.Constant)), None)
        if name is None and len(read.parameters) == 1:
            name = read.parameters[0]
        if not isinstance(name, str):
            raise InputError(f"`{clause.what}` of several parameters needs `name=`", read.at)
        found[name] = read.body
    return found


def _exception(node: ast.expr, site: Site, source: Source) -> type[BaseException]:
    found = exception_named(".".join(dotted(node)), site.globals)
    if found is None:
        message = f"`{ast.unparse(node)}` is not an exception class"
        raise InputError(message, source.position(node))
    return found
