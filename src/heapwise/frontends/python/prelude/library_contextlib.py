"""contextlib, written in Python."""
# mypy: ignore-errors
# ruff: noqa: F821

from __future__ import annotations


def managed(function, /, *arguments, **keywords):
    """What a function decorated with `contextmanager` gives."""
    generator = function(*arguments, **keywords)

    def enter():
        item = next(generator, __nothing__)
        if __ended__(item):
            raise RuntimeError("generator didn't yield")
        return item

    def leave(kind, error, trace):
        if error is None:
            if not __ended__(next(generator, __nothing__)):
                raise RuntimeError("generator didn't stop")
            return False
        try:
            __throw_into__(generator, error)
        except StopIteration as stop:
            return stop is not error
        except BaseException as other:
            if other is error:
                return False
            raise
        raise RuntimeError("generator didn't stop after throw()")

    return __context__("_GeneratorContextManager", enter, leave)


def suppress(*classes):
    def enter():
        return None

    def leave(kind, error, trace):
        return error is not None and issubclass(kind, classes)

    return __context__("suppress", enter, leave)


def nullcontext(enter_result=None):
    def enter():
        return enter_result

    def leave(kind, error, trace):
        return None

    return __context__("nullcontext", enter, leave)


def closing(thing):
    def enter():
        return thing

    def leave(kind, error, trace):
        thing.close()

    return __context__("closing", enter, leave)


def lock():
    def enter():
        return True

    def leave(kind, error, trace):
        return None

    return __context__("lock", enter, leave)


def catch_warnings(*, record=False, module=None, **filters):
    if record:
        __unsupported__("warnings.catch_warnings() that keeps the warnings")

    def enter():
        return None

    def leave(kind, error, trace):
        return None

    return __context__("catch_warnings", enter, leave)
