"""Classes of the JDK that this front end knows by name."""

from __future__ import annotations

STRING = "java/lang/String"
INTEGER = "java/lang/Integer"
TEXT = "text"
"""The hidden field of a string, or of what builds one."""

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
