"""Operations of Java, each a row of a table, for the differential test `test_java_operations`.

A row is data: a signature, an expression, and small domains of the parameters. `source.py` writes
them down as methods of Java classes, which are compiled by `make java-classes` and committed;
`inputs.py` makes the heaps that the domains stand for.
"""
