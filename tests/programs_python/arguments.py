"""Default, keyword-only, positional-only and starred arguments; unpacking in calls."""


def area(width: int, /, height: int = 1, *, scale: int = 1) -> int:
    return width * height * scale


def total(*numbers: int, **named: int) -> int:
    if "extra" in named:
        return sum(numbers) + named["extra"]
    return sum(numbers)


def target(a: int, b: int, options: dict[str, int]) -> int:
    if a > b:
        return area(a, scale=b)
    if a == b:
        return area(*(a, b), **{"scale": 2})
    if total(a, b, **options) > 1:
        return total(*[a, b], *range(2))
    return total()
