"""Which mutants there are, and which of them are drawn.

A mutant's place in the draw is a hash of the seed, its module, the line it changes and how. So a
draw of 700 contains the draw of 600, and a change of the code leaves the draw of all other lines as
it was: results stay comparable, and a run can be taken up again. What was drawn is kept, because
finding every place for a mutant takes longer than most tests.
"""

from __future__ import annotations

import ast
import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from types import CodeType
from typing import Any

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code

from tests.mutation.operators import Operator, operators
from tests.mutation.swapping import CannotSwapError, differing


@dataclass(frozen=True, slots=True)
class Candidate:
    """Occurrence number `occurrence` of an operator in a module; `rank` is its place in the draw,
    `place` is the same for all mutants of one spot, of which at most one is drawn."""

    module: str
    line: int
    operator: str
    occurrence: int
    rank: str
    place: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Mutant:
    candidate: Candidate
    was: str
    now: str
    module_digest: str

    @property
    def key(self) -> str:
        """The same for the same change of the same text, wherever it has moved in its module."""
        return self.candidate.rank

    def swaps(self, root: Path) -> list[tuple[CodeType, CodeType]]:
        """The functions of the module, as they are and with the mutant."""
        at = self.candidate
        before = (root / at.module).read_text(encoding="utf-8")
        after = mutate_code(before, operators()[at.operator], at.occurrence)
        assert after is not None
        return differing(before, after, str(root / at.module))


def draw(root: Path, modules: list[str], count: int, seed: int, cache: Path) -> list[Mutant]:
    """At most `count` mutants of these modules, one for each spot."""
    sources = [Path(__file__), Path(__file__).with_name("operators.py")]
    key = digest([*sources, *(root / module for module in modules)])
    if cache.exists():
        kept = json.loads(cache.read_text(encoding="utf-8"))
        if [kept["key"], kept["count"], kept["seed"]] == [key, count, seed]:
            return [_loaded(each) for each in kept["mutants"]]
    found = list(_draw(root, modules, count, seed))
    kept = {"key": key, "count": count, "seed": seed, "mutants": [asdict(each) for each in found]}
    cache.write_text(json.dumps(kept), encoding="utf-8")
    return found


def _loaded(plain: dict[str, Any]) -> Mutant:
    at = plain["candidate"]
    candidate = Candidate(**{**at, "place": tuple(at["place"])})
    return Mutant(candidate, plain["was"], plain["now"], plain["module_digest"])


def digest(paths: Sequence[Path]) -> str:
    found = hashlib.sha256()
    for path in paths:
        found.update(path.read_bytes())
    return found.hexdigest()[:16]


def _draw(root: Path, modules: list[str], count: int, seed: int) -> Iterator[Mutant]:
    kinds = operators()
    every = [each for module in modules for each in _candidates(root, module, kinds, seed)]
    taken: set[tuple[str, tuple[int, int]]] = set()
    for candidate in sorted(every, key=lambda each: each.rank):
        spot = candidate.module, candidate.place
        if len(taken) == count:
            return
        if spot in taken:
            continue
        mutant = _made(root, candidate, kinds[candidate.operator])
        if mutant is not None:
            taken.add(spot)
            yield mutant


def _candidates(
    root: Path, module: str, kinds: dict[str, Operator], seed: int
) -> Iterator[Candidate]:
    text = (root / module).read_text(encoding="utf-8")
    lines = text.splitlines()
    seen: Counter[str] = Counter()
    repeated: Counter[tuple[str, str]] = Counter()
    for node in ast_nodes(get_ast(text)):
        for name, operator in kinds.items():
            for start, _ in operator.mutation_positions(node):
                line = lines[start[0] - 1].strip()
                occurrence = seen[name]
                seen[name] += 1
                nth = repeated[name, line]
                repeated[name, line] += 1
                spelled = f"{seed}|{module}|{line}|{name}|{nth}"
                rank = hashlib.sha256(spelled.encode()).hexdigest()[:16]
                yield Candidate(module, start[0], name, occurrence, rank, start)


def _made(root: Path, candidate: Candidate, operator: Operator) -> Mutant | None:
    """None if the code would be the same, or none at all, or outside of functions."""
    before = (root / candidate.module).read_text(encoding="utf-8")
    after = mutate_code(before, operator, candidate.occurrence)
    if after is None:
        return None
    try:
        if _meaning(after) == _meaning(before):
            return None
        differing(before, after, str(root / candidate.module))
    except (SyntaxError, CannotSwapError):
        return None
    was, now = _difference(before, after)
    return Mutant(candidate, was, now, digest([root / candidate.module]))


def _meaning(source: str) -> str:
    """The code without what is never looked at when it runs: annotations, aliases of types, code
    for the type checker, and what messages say."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            node.returns = None
        elif isinstance(node, ast.arg):
            node.annotation = None
        elif isinstance(node, ast.AnnAssign):
            node.annotation = ast.Constant(None)
        elif isinstance(node, ast.Assert):
            node.msg = None
    tree.body = [each for each in tree.body if not _is_for_types(each)]
    return ast.dump(tree)


def _is_for_types(statement: ast.stmt) -> bool:
    match statement:
        case ast.If(test=ast.Name("TYPE_CHECKING")):
            return True
        case ast.Assign(value=ast.BinOp(op=ast.BitOr()) | ast.Subscript()):
            return True
        case ast.AnnAssign(target=ast.Name(name), value=ast.BinOp() | ast.Subscript()):
            return name[:1].isupper()
    return False


def _difference(before: str, after: str) -> tuple[str, str]:
    """The lines that differ, before and after."""
    old, new = before.splitlines(), after.splitlines()
    start = 0
    while start < min(len(old), len(new)) and old[start] == new[start]:
        start += 1
    end = 0
    while end < min(len(old), len(new)) - start and old[-1 - end] == new[-1 - end]:
        end += 1
    return _joined(old[start : len(old) - end]), _joined(new[start : len(new) - end])


def _joined(lines: list[str]) -> str:
    return "\n".join(line.strip() for line in lines)
