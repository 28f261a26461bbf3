"""D2: a snippet can be run as it is printed, whatever module its classes come from."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

MODEL = """
from dataclasses import dataclass
from enum import Enum


class Colour(Enum):
    RED = 1
    BLUE = 2


@dataclass
class Item:
    price: int
    colour: Colour


class Shelf:
    class Place:
        def __init__(self, number: int) -> None:
            self.number = number

    item: Item
    place: Place
"""

FILES = {
    "stock/__init__.py": "",
    "stock/model.py": MODEL,
    # The module itself can name it, can name only its module, or cannot name it at all.
    "borrowed.py": """
from stock.model import Item


def cost(item: Item) -> int:
    pass
    assert item.price != 3
    return item.price
""",
    "dotted.py": """
import stock.model


def cost(shelf: stock.model.Shelf) -> int:
    pass
    assert shelf.place.number != 3
    pass
    assert shelf.item.colour is not stock.model.Colour.BLUE
    return 1
""",
    "hidden.py": """
from typing import TYPE_CHECKING

import stock.model as _model

if TYPE_CHECKING:
    from stock.model import Item

Shelf = _model.Shelf


def cost(stock: Shelf) -> int:
    pass
    assert stock.item.price != 3
    return 1
""",
    "stock/shop.py": """
from . import model
from .model import Item


def cost(item: Item, place: model.Shelf.Place) -> int:
    pass
    assert item.price != place.number
    return 1
""",
    "star.py": """
from collections import deque
from stock.model import *


def cost(items: deque[Item]) -> int:
    return items[0].price
""",
    "odd/queue.py": """
class Queue:
    def __init__(self, size: int) -> None:
        pass
        assert size != 3
""",
    "odd/no-name.py": """
def f(n: int) -> int:
    return 1 // n
""",
}
CHECKED = [name for name in FILES if name not in ("stock/__init__.py", "stock/model.py")]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("d2")
    for name, text in FILES.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def findings(folder: Path, target: str) -> list[dict[str, str]]:
    command = [sys.executable, "-m", "heapwise", "check", target, "--json", "-"]
    run = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    functions = json.loads(run.stdout)["functions"]
    return [finding for each in functions for finding in each["findings"]]


@pytest.mark.parametrize("target", CHECKED)
def test_a_snippet_runs_in_an_interpreter_of_its_own(folder: Path, target: str) -> None:
    found = findings(folder, target)
    assert found
    for finding in found:
        command = [sys.executable, "-c", finding["snippet"]]
        run = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        expected = "AssertionError" if finding["kind"] == "assertion" else finding["message"]
        assert run.stderr.splitlines()[-1].startswith(expected.partition(":")[0]), finding[
            "snippet"
        ]
