"""Programs from a page: compared within their limits, and told what is wrong with them."""

from __future__ import annotations

import json
import socket
import time
from pathlib import Path
from typing import Any

import pytest

from heapwise.program.source import InputError
from heapwise.serve.playground import Allowed, Playground, languages
from tests.unit.serve.asking import TOKEN, asked, connected, request, served
from tests.waiting import PATIENCE, wait_until


def played(playground: Playground, **wanted: object) -> list[dict[str, Any]]:
    found = []
    with playground.play(wanted) as play:
        while (lines := play.lines(1.0)) is not None:
            found += [json.loads(line) for line in lines]
    return found


def message(found: list[dict[str, Any]]) -> str:
    text: str = found[-1]["error"]["message"]
    return text


@pytest.mark.parametrize("suffix", languages())
def test_the_examples_are_compared_under_every_strategy(suffix: str) -> None:
    found = played(Playground(), language=suffix, text=languages()[suffix])
    compared = [each["compared"] for each in found if "compared" in each]
    assert len(compared) == 8 and found[-1]["last"] and found[-1]["compared"]["same_traces"]
    paths = {run["strategy"]: run["counts"]["paths"] for run in compared[-1]["runs"]}
    assert paths["fieldmaps"] == paths["pose"] < paths["lazy"]
    assert [len(leaves) for leaves in compared[-1]["leaves"]] == list(paths.values())


@pytest.mark.parametrize(
    ("suffix", "text", "line", "part"),
    [
        (".py", "def f(x: int) -> int:\n    if x\n        return 1\n", 2, "expected ':'"),
        (".py", "x = 1\nraise ValueError(x)\ndef f(x: int) -> int:\n    return 1\n", 2, "failed"),
        (".py", "x = 1\n", None, "no function"),
        (".tiny", "class Node {\n  int;\n}\n", 2, ""),
        (".javalite", "((class", 1, ""),
        (".py", "text = 'a' * 10**11\ndef f(x: int) -> int:\n    return x\n", 1, "MemoryError"),
        (".py", "import os\nos.abort()\ndef f(x: int) -> int:\n    return x\n", None, "SIGABRT"),
    ],
)
def test_what_is_wrong_with_a_program_is_told_with_its_line(
    suffix: str, text: str, line: int | None, part: str
) -> None:
    found = played(Playground(), language=suffix, text=text)
    assert found[-1]["error"].get("line") == line and part in message(found)
    assert "/tmp" not in message(found)


def test_a_function_is_chosen_by_its_name_or_is_the_last_one() -> None:
    text = "def f(x: int) -> int:\n    return 1\n\ndef g(x: int) -> int:\n    return 2 // x\n"
    last = played(Playground(), language=".py", text=text)
    assert last[0] == {"note": "g; there are also f"}
    assert last[-1]["compared"]["runs"][0]["counts"]["raised"] == 1
    first = played(Playground(), language=".py", text=text, name="f", max_objects=1)
    assert first[-1]["compared"]["runs"][0]["counts"]["raised"] == 0


LOOPS = "def f(x: int) -> int:\n    while x:\n        x = x * x - 7\n    return x\n"


def test_a_program_that_takes_too_long_is_ended() -> None:
    start = time.monotonic()
    found = played(Playground(Allowed(60.0, 1.0)), language=".py", text=LOOPS)
    assert "stopped after 1 s" in message(found) and time.monotonic() < start + PATIENCE


def test_a_process_that_needs_too_much_memory_is_told_of() -> None:
    found = played(Playground(Allowed(memory=150 << 20)), language=".py", text=LOOPS)
    assert "memory" in message(found)


@pytest.mark.parametrize(
    "wanted",
    [
        {},
        {"language": ".java", "text": ""},
        {"language": [".py"], "text": ""},
        {"language": ".py", "text": 5},
        {"language": ".py", "text": "x" * 100_001},
        {"language": ".py", "text": "", "name": "../x"},
        {"language": ".py", "text": "", "name": ["f"]},
        {"language": ".py", "text": "", "max_objects": 0},
        {"language": ".py", "text": "", "max_objects": True},
        {"language": ".py", "text": "", "max_objects": "3"},
    ],
)
def test_wishes_that_make_no_sense_are_refused(wanted: dict[str, object]) -> None:
    with pytest.raises(InputError), Playground().play(wanted):
        pass
    with served() as server:
        answer = asked(server, "/play", "POST", TOKEN, wanted)
        assert answer.status == 400 and answer.json["error"]


def test_the_process_ends_with_who_waits_for_it_and_leaves_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    playground = Playground(Allowed(60.0, 60.0), at_once=1)
    wanted = {"language": ".py", "text": LOOPS}
    with served(playground=playground) as server:
        address = f"/play?token={TOKEN}"
        with connected(server) as waiting:
            waiting.sendall(request(server, address, "POST", wanted, {}))
            assert waiting.recv(12) == b"HTTP/1.1 200"
            [folder] = tmp_path.iterdir()
            assert folder.stat().st_mode & 0o77 == 0
            busy = asked(server, "/play", "POST", TOKEN, wanted)
            assert busy.status == 400 and "wait" in busy.json["error"]
            waiting.shutdown(socket.SHUT_RDWR)
        wait_until(lambda: not list(tmp_path.iterdir()))
        assert not playground._plays
