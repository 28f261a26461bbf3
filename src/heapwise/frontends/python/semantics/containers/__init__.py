"""Lists, tuples, dicts, sets, deques and counters; subscripts, sorting, iterators."""
