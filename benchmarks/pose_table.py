"""`make bench`: Table 1 of the POSE paper, the same as `heapwise reproduce pose`."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from heapwise.cli.app import app


def main(arguments: Sequence[str]) -> None:
    app(["reproduce", "pose", *arguments], prog_name="heapwise")


if __name__ == "__main__":
    main(sys.argv[1:])
