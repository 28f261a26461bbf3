"""The module `random`, written in Python: every number that it may give is an input.

Such a number is `__draw__` below 1, or an integer below a bound. The worker of replays does the
same with the numbers of a witness (`testgen/draws.py`).
"""
# mypy: ignore-errors
# ruff: noqa: F821

from __future__ import annotations


def random_random():
    return __draw__()


def random_uniform(a, b):
    return a + (b - a) * __draw__()


def random_randint(a, b):
    return random_randrange(a, b + 1)


def random_randrange(start, stop=None, step=1):
    if stop is None:
        start, stop = 0, start
    if step == 0:
        raise ValueError("zero step for randrange()")
    # Not `len`, which has a limit that the real one does not have.
    count = (stop - start + step - (1 if step > 0 else -1)) // step
    if count <= 0:
        raise ValueError("empty range for randrange()")
    return start + step * __draw_below__(count)


def random_getrandbits(k):
    return __draw_below__(1 << k)


def random_choice(seq):
    if not len(seq):
        raise IndexError("Cannot choose from an empty sequence")
    return seq[__draw_below__(len(seq))]


def random_shuffle(x):
    for i in reversed(range(1, len(x))):
        j = __draw_below__(i + 1)
        x[i], x[j] = x[j], x[i]


def random_sample(population, k):
    pool = list(population)
    size = len(pool)
    if not 0 <= k <= size:
        raise ValueError("Sample larger than population or is negative")
    result = []
    for i in range(k):
        j = __draw_below__(size - i)
        result.append(pool[j])
        pool[j] = pool[size - i - 1]
    return result


def random_seed(a=None, version=2):
    __check_seed__(a)
