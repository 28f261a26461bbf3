"""`heapwise` and `python -m heapwise`: Ctrl-C ends it quietly, even before it has begun."""

import gc
import sys

_INTERRUPTED = 130


def main() -> None:
    # Paths are kept, and hardly anything that dies refers to itself: looking for it after every
    # 700 new objects, as Python does, takes a twentieth of a long run.
    gc.set_threshold(20_000, 20, 50)
    try:
        from heapwise.interrupting import interrupt_safely

        interrupt_safely()
        from heapwise.cli.app import main as run
    except KeyboardInterrupt:
        sys.exit(_INTERRUPTED)
    run()


if __name__ == "__main__":
    main()
