"""`csv.reader` and `csv.writer`, written in Python: character by character, as they are in C.

The states of a reader are what it is in the middle of; a record ends with the end of a line outside
of quotes.
"""
# mypy: ignore-errors
# ruff: noqa: F821

from __future__ import annotations

import csv


def csv_format(dialect, given):
    if isinstance(dialect, str):
        found = {"excel": csv.excel, "excel-tab": csv.excel_tab, "unix": csv.unix_dialect}
        if dialect not in found:
            __unsupported__("a dialect of csv that the program has registered")
        dialect = found[dialect]
    options = {"strict": False}
    for name in (
        "delimiter",
        "doublequote",
        "escapechar",
        "lineterminator",
        "quotechar",
        "quoting",
        "skipinitialspace",
        "strict",
    ):
        if name in given:
            options[name] = given[name]
        elif hasattr(dialect, name):
            options[name] = getattr(dialect, name)
    if len(options) < 8 or len(given) > len([name for name in given if name in options]):
        __unsupported__("such a format of csv")
    for name in ("delimiter", "quotechar", "escapechar"):
        value = options[name]
        may_be_missing = value is None and name != "delimiter"
        if not may_be_missing and (not isinstance(value, str) or len(value) != 1):
            raise TypeError(f'"{name}" must be a 1-character string')
    if options["quoting"] not in (0, 1, 2, 3) or options["quotechar"] is None:
        __unsupported__("such a way of quoting in csv")
    return options


# -- reading


def csv_reader(csvfile, dialect="excel", **fmtparams):
    reader = __object__("reader", "csvreader")
    state = __state__(reader)
    state["lines"] = iter(csvfile)
    state["format"] = csv_format(dialect, fmtparams)
    state["line_num"] = 0
    return reader


def csvreader_iter(reader):
    return reader


def csvreader_next(reader):
    state = __state__(reader)
    options = state["format"]
    record = {"at": "record", "fields": [], "field": "", "number": False}
    while True:
        try:
            line = next(state["lines"])
        except StopIteration:
            if record["field"] or record["at"] == "quoted":
                if options["strict"]:
                    raise csv.Error("unexpected end of data") from None
                csv_save(record)
                return record["fields"]
            raise
        if not isinstance(line, str):
            raise csv.Error("iterator should return strings")
        state["line_num"] += 1
        for character in line:
            csv_take(options, record, character)
        csv_take(options, record, None)
        if record["at"] == "record":
            return record["fields"]


def csv_save(record):
    field = record["field"]
    record["fields"].append(float(field) if record["number"] else field)
    record["field"] = ""
    record["number"] = False


def csv_take(options, record, character):
    """One character, or None for the end of a line."""
    at = record["at"]
    is_end = character is None or character == "\n" or character == "\r"
    if at == "record":
        if character is None:
            return
        if is_end:
            record["at"] = "line end"
            return
        at = "start"
    if at == "after escaped line end":
        if character is None:
            return
        at = "field"
    if at == "line end":
        if character is None:
            record["at"] = "record"
        elif not is_end:
            raise csv.Error("new-line character seen in unquoted field")
    elif at == "start":
        csv_start(options, record, character, is_end)
    elif at == "escaped":
        record["field"] += "\n" if character is None else character
        is_kept = character is not None and is_end
        record["at"] = "after escaped line end" if is_kept else "field"
    elif at == "field":
        csv_field(options, record, character, is_end)
    elif at == "quoted":
        if character is None:
            return
        if character == options["escapechar"]:
            record["at"] = "escaped in quotes"
        elif character == options["quotechar"] and options["quoting"] != 3:
            record["at"] = "quote in quotes" if options["doublequote"] else "field"
        else:
            record["field"] += character
    elif at == "escaped in quotes":
        record["field"] += "\n" if character is None else character
        record["at"] = "quoted"
    elif character == options["quotechar"]:
        record["field"] += character
        record["at"] = "quoted"
    elif character == options["delimiter"]:
        csv_save(record)
        record["at"] = "start"
    elif is_end:
        csv_save(record)
        record["at"] = "record" if character is None else "line end"
    elif options["strict"]:
        raise csv.Error("delimiter expected after quote")
    else:
        record["field"] += character
        record["at"] = "field"


def csv_start(options, record, character, is_end):
    if is_end:
        csv_save(record)
        record["at"] = "record" if character is None else "line end"
    elif character == options["quotechar"] and options["quoting"] != 3:
        record["at"] = "quoted"
    elif character == options["escapechar"]:
        record["at"] = "escaped"
    elif character == " " and options["skipinitialspace"]:
        record["at"] = "start"
    elif character == options["delimiter"]:
        csv_save(record)
        record["at"] = "start"
    else:
        record["number"] = options["quoting"] == 2
        record["field"] += character
        record["at"] = "field"


def csv_field(options, record, character, is_end):
    if is_end:
        csv_save(record)
        record["at"] = "record" if character is None else "line end"
    elif character == options["escapechar"]:
        record["at"] = "escaped"
    elif character == options["delimiter"]:
        csv_save(record)
        record["at"] = "start"
    else:
        record["field"] += character
        record["at"] = "field"


# -- writing


def csv_writer(csvfile, dialect="excel", **fmtparams):
    writer = __object__("writer", "csvwriter")
    state = __state__(writer)
    options = csv_format(dialect, fmtparams)
    if options["escapechar"] is not None or options["skipinitialspace"]:
        __unsupported__("csv.writer() with such a format")
    state["write"] = csvfile.write
    state["format"] = options
    return writer


def csvwriter_writerow(writer, row):
    state = __state__(writer)
    options = state["format"]
    try:
        items = iter(row)
    except TypeError:
        raise csv.Error("iterable expected") from None
    texts = [csv_written(options, item) for item in items]
    if len(texts) == 1 and texts[0] == "":
        if options["quoting"] == 3:
            raise csv.Error("single empty field record must be quoted")
        texts = [options["quotechar"] * 2]
    return state["write"](options["delimiter"].join(texts) + options["lineterminator"])


def csvwriter_writerows(writer, rows):
    for row in rows:
        csvwriter_writerow(writer, row)


def csv_written(options, item):
    quote, quoting = options["quotechar"], options["quoting"]
    text = "" if item is None else item if isinstance(item, str) else str(item)
    for character in "\r\n":
        if character not in options["lineterminator"] and character in text:
            __cut__("ends of lines that csv quotes in some versions")
    special = [options["delimiter"], *options["lineterminator"]]
    if quoting == 3 or not options["doublequote"]:
        for character in [quote, *special] if quoting == 3 else [quote]:
            if character in text:
                raise csv.Error("need to escape, but no escapechar set")
    if quoting == 3:
        return text
    is_number = quoting == 2 and __is_number__(item)
    if quoting == 1 or (quoting == 2 and not is_number):
        return quote + text.replace(quote, quote * 2) + quote
    if any(character in text for character in [quote, *special]):
        return quote + text.replace(quote, quote * 2) + quote
    return text
