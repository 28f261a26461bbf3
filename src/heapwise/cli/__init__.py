"""The command line: `heapwise explore` and `heapwise compare`."""
