"""Class files as data: parsed from bytes, without a JVM."""
