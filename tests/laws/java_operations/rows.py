"""All groups of rows."""

from java_operations.rows_numbers import BOXES, CHARACTERS, MATHS, NUMBERS
from java_operations.rows_objects import ARRAYS, COLLECTIONS, ENUMS, LIBRARY, OBJECTS
from java_operations.rows_patterns import PATTERNS
from java_operations.rows_text import BUILDERS, STRINGS

GROUPS = [
    *(STRINGS, BUILDERS, PATTERNS, NUMBERS, MATHS, BOXES, CHARACTERS),
    *(ARRAYS, LIBRARY, ENUMS, OBJECTS, COLLECTIONS),
]
