"""Classes of the JDK that this front end knows by name."""

from __future__ import annotations

STRING = "java/lang/String"
INTEGER = "java/lang/Integer"
TEXT = "text"
"""The hidden field of a string, or of what builds one."""

OURS = "heapwise/jdk/"
"""The package of what is known of the JDK's collections."""

BOXES = {
    "java/lang/Boolean": "Z",
    "java/lang/Byte": "B",
    "java/lang/Character": "C",
    "java/lang/Short": "S",
    "java/lang/Integer": "I",
    "java/lang/Long": "J",
    "java/lang/Float": "F",
    "java/lang/Double": "D",
}

VIEWS = frozenset(
    (
        ("java/util/AbstractMap", "keySet"),
        ("java/util/AbstractMap", "values"),
        ("java/util/HashMap", "entrySet"),
        ("java/util/TreeMap", "entrySet"),
        ("java/util/TreeMap", "navigableKeySet"),
        ("java/util/TreeMap", "descendingMap"),
    )
)
"""Fields with views that a map has made when it was asked for one: nobody has asked an input."""
