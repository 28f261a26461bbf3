"""`heapwise` and `python -m heapwise`: Ctrl-C ends it quietly, even before it has begun."""

import sys

_INTERRUPTED = 130


def main() -> None:
    try:
        from heapwise.cli.app import main as run
    except KeyboardInterrupt:
        sys.exit(_INTERRUPTED)
    run()


if __name__ == "__main__":
    main()
