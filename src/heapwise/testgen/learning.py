"""Runs a command of the user's and keeps the types that Python programs in it have used.

Every Python process that the command starts notes the types of arguments and fields
(`type_recorder.py`); what they have seen is added to what is known.
"""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from heapwise.testgen.type_recorder import union

_START = """import sys
sys.path[:] = [each for each in sys.path if each != {folder!r}]
import importlib.util
_spec = importlib.util.spec_from_file_location("_heapwise_type_recorder", {recorder!r})
_module = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(_module)
_module.TypeRecorder({root!r}, {destination!r}).start()
import importlib.machinery
_spec = importlib.machinery.PathFinder.find_spec("sitecustomize", sys.path)
if _spec is not None:  # that of somebody else
    _module = importlib.util.module_from_spec(_spec)
    _spec.loader.exec_module(_module)
"""


@dataclass(frozen=True, slots=True)
class Learned:
    """`code` is what the command has ended with; counts are of all that is known now."""

    code: int
    functions: int
    fields: int
    file: Path


def learn(command: Sequence[str], root: Path, file: Path) -> Learned:
    """Runs the command in the folder of the project, and adds to the file what was seen."""
    with tempfile.TemporaryDirectory(prefix="heapwise-") as folder:
        start, seen = Path(folder, "start"), Path(folder, "seen")
        start.mkdir()
        seen.mkdir()
        recorder = Path(__file__).with_name("type_recorder.py")
        text = _START.format(
            folder=str(start), recorder=str(recorder), root=str(root), destination=str(seen)
        )
        (start / "sitecustomize.py").write_text(text, encoding="utf-8")
        paths = [str(start), *filter(None, [os.environ.get("PYTHONPATH")])]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
        ended = subprocess.run(command, cwd=root, env=environment, check=False)
        found = _known(file)
        for each in sorted(seen.glob("*.json")):
            _add(found, json.loads(each.read_text(encoding="utf-8")))
    file.parent.mkdir(exist_ok=True)
    file.write_text(json.dumps(found, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    counts = [sum(map(len, found[part].values())) for part in ("functions", "fields")]
    return Learned(ended.returncode, counts[0], counts[1], file)


_Types = dict[str, dict[str, dict[str, str]]]


def _known(file: Path) -> _Types:
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        found = {}
    return {part: dict(found.get(part, {})) for part in ("functions", "fields")}


def _add(known: _Types, seen: Mapping[str, Mapping[str, Mapping[str, list[str]]]]) -> None:
    for part in ("functions", "fields"):
        for key, names in seen[part].items():
            into = known[part].setdefault(key, {})
            for name, texts in names.items():
                before = into[name].split(" | ") if name in into and "[" not in into[name] else []
                kept = [into[name]] if name in into and not before else before
                into[name] = union([*kept, *texts])
