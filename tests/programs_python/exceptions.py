"""Try, except with several types, else, finally, raise from, re-raise, a user's exception."""


class Shortage(Exception):
    def __init__(self, missing: int) -> None:
        super().__init__(missing)
        self.missing = missing


def take(stock: dict[str, int], name: str, amount: int) -> int:
    have = stock[name]
    if have < amount:
        raise Shortage(amount - have)
    stock[name] = have - amount
    return stock[name]


def target(stock: dict[str, int], amount: int) -> int:
    log = 0
    try:
        left = take(stock, "a", amount)
    except KeyError as error:
        if amount < 0:
            raise ValueError(amount) from error
        return -1
    except Shortage as shortage:
        log = shortage.missing
        if log > 1:
            raise
    else:
        log = left
    finally:
        stock["b"] = log
    return log
