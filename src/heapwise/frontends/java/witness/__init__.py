"""The heaps of a path as Java data, run again in a JVM."""
