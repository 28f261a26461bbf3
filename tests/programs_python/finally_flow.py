"""Finally runs on return, break and exceptions, and may override a return."""


def probe(n: int, log: list[str]) -> int:
    try:
        if n == 0:
            return 0
        if n < 0:
            raise IndexError(n)
        log.append("try")
    except IndexError:
        log.append("except")
        return -1
    finally:
        log.append("finally")
    return 1


def target(a: int, b: int) -> int:
    log: list[str] = []
    for n in (a, b):
        try:
            if probe(n, log) < 0:
                break
        finally:
            log.append("loop")
    return len(log)
