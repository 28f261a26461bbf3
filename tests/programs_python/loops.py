"""While and for with else, break and continue."""


def target(items: list[int], wanted: int) -> str:
    for item in items:
        if item < 0:
            continue
        if item == wanted:
            break
    else:
        left = len(items)
        while left:
            left -= 1
            if items[left] > 1:
                break
        else:
            return "none"
        return "large"
    return "found"
