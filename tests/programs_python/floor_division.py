"""Floor division and modulo of negative numbers, divmod, bit operations, power."""


def target(a: int, b: int) -> int:
    if b == 0:
        return 0
    if b > 2 or b < -2 or a > 2 or a < -2:
        return 1
    if a % b < 0:
        return 2
    quotient, rest = divmod(a, b)
    if quotient != int(a / b):
        return 3
    if rest and a & 1:
        return 4
    return 5 if a**2 == b << 1 else 6
