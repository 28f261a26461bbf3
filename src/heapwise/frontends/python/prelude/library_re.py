"""Substitutions of `re` by a function of the program, written in Python."""
# mypy: ignore-errors

from __future__ import annotations


def regex_sub(function, matches, between, empty):
    """`between` has None where there is nothing."""
    made = []
    for index in range(len(matches)):
        if between[index] is not None:
            made.append(between[index])
        text = function(matches[index])
        if text is not None:
            made.append(text)
    if between[-1] is not None:
        made.append(between[-1])
    return empty.join(made)


def regex_subn(function, matches, between, empty):
    return regex_sub(function, matches, between, empty), len(matches)
