"""What a program learns of the world around it, written in Python: every answer is an input.

An answer is a `__flag__` or a `__text__`; `__fact__` remembers what was answered, for the witness.
`__world__` gives a dict that the path has for itself.
"""
# mypy: ignore-errors
# ruff: noqa: F821

from __future__ import annotations

import datetime

from heapwise.frontends.python.prelude.random_numbers import (
    random_choice,
    random_getrandbits,
    random_randint,
    random_random,
    random_randrange,
    random_sample,
    random_shuffle,
    random_uniform,
)


def environ_value(key):
    """None if the variable is not set."""
    if not isinstance(key, str):
        raise TypeError(f"str expected, not {type(key).__name__}")
    known = __world__("environ")
    if key not in known:
        __variable_name__(key)
        value = __text__() if __flag__() else None
        if value is not None:
            __without__(value, "\0")
        known[key] = value
        __fact__("environ", key, value)
    return known[key]


def environ_getitem(environ, key):
    value = environ_value(key)
    if value is None:
        raise KeyError(key)
    return value


def environ_get(environ, key, default=None):
    value = environ_value(key)
    return default if value is None else value


def environ_contains(environ, key):
    return environ_value(key) is not None


def environ_setitem(environ, key, value):
    environ_value(key)
    if not isinstance(value, str):
        raise TypeError(f"str expected, not {type(value).__name__}")
    __world__("environ")[key] = value


def environ_delitem(environ, key):
    if environ_value(key) is None:
        raise KeyError(key)
    __world__("environ")[key] = None


def environ_pop(environ, key, *default):
    value = environ_value(key)
    if value is None:
        if default:
            return default[0]
        raise KeyError(key)
    __world__("environ")[key] = None
    return value


def environ_setdefault(environ, key, default=None):
    value = environ_value(key)
    if value is None:
        environ_setitem(environ, key, default)
        return default
    return value


def environment_variable(key, default=None):
    value = environ_value(key)
    return default if value is None else value


def set_environment_variable(key, value):
    __unsupported__("os.putenv(): it changes the environment of child processes only")


def read_line(prompt=""):
    """`input`. What was typed has no end of line; when nothing more comes, nothing ever does."""
    str(prompt)
    typed = __world__("input")
    if "ended" not in typed:
        if __flag__():
            text = __text__()
            __without__(text, "\n")
            __without__(text, "\r")
            __fact__("input", 0, text)
            return text
        typed["ended"] = True
    __refuse__(EOFError("EOF when reading a line"))


def untranslated(message):
    __approximate__("texts that nobody has translated")
    return message


def untranslated_number(msgid1, msgid2, n):
    __approximate__("texts that nobody has translated")
    return msgid1 if n == 1 else msgid2


def time_of_day():
    """Now: from 1970 to 2099, when every fourth year is a leap year. It is never before an earlier
    one."""
    year = 1970 + __draw_below__(130)
    month = 1 + __draw_below__(12)
    leap = year % 4 == 0
    days = 30 + (month + month // 8) % 2 - (month == 2) * (2 - leap)
    day = 1 + __draw_below__(days)
    second = __draw_below__(86400)
    micro = __draw_below__(1000000)
    __not_before__((((year * 12 + month) * 31 + day) * 86400 + second) * 1000000 + micro)
    return year, month, day, second // 3600, second // 60 % 60, second % 60, micro


def datetime_now(tz=None):
    return datetime.datetime(*time_of_day(), tz)


def datetime_today():
    return datetime.datetime(*time_of_day())


def date_today():
    year, month, day, *_ = time_of_day()
    return datetime.date(year, month, day)


def secret_below(exclusive_upper_bound):
    if exclusive_upper_bound <= 0:
        raise ValueError("Upper bound must be positive.")
    return __draw_below__(exclusive_upper_bound)


def generator_random(generator):
    return random_random()


def generator_uniform(generator, a, b):
    return random_uniform(a, b)


def generator_randint(generator, a, b):
    return random_randint(a, b)


def generator_randrange(generator, start, stop=None, step=1):
    return random_randrange(start, stop, step)


def generator_getrandbits(generator, k):
    return random_getrandbits(k)


def generator_choice(generator, seq):
    return random_choice(seq)


def generator_shuffle(generator, x):
    random_shuffle(x)


def generator_sample(generator, population, k):
    return random_sample(population, k)


def generator_seed(generator, a=None, version=2):
    __check_seed__(a)
