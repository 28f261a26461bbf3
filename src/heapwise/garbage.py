"""How often Python looks for garbage: not as often as it would."""

import gc


def collect_seldom() -> None:
    """Paths are kept, and hardly anything that dies refers to itself: looking for it after every
    700 new objects, as Python does, takes a twentieth of a long run, and a fifth of the time of
    the imports."""
    gc.set_threshold(20_000, 20, 50)
