"""`heapwise` and `python -m heapwise`: Ctrl-C ends it quietly, even before it has begun."""

import sys

from heapwise import garbage

_INTERRUPTED = 130


def main() -> None:
    garbage.collect_seldom()
    try:
        from heapwise.interrupting import interrupt_safely

        interrupt_safely()
        from heapwise.cli.app import main as run
    except KeyboardInterrupt:
        sys.exit(_INTERRUPTED)
    run()


if __name__ == "__main__":
    main()
