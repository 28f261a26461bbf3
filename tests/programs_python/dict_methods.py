"""get, setdefault, pop, items, keys, values, update, in, del; dicts keep the order of insertion."""


def target(table: dict[str, int], key: str) -> str:
    if key not in table:
        table.setdefault(key, len(table))
        return ",".join(table)
    value = table.pop(key)
    if value < 0:
        table[key] = value
        return list(table)[-1]
    if table.get("a", 0) > value:
        del table["a"]
    table.update({key: 0})
    first, *_ = table.items()
    return first[0] if sum(table.values()) > 0 else "".join(sorted(table.keys()))
