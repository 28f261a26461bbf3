"""The command line: `heapwise explore`, `compare`, `selfcheck` and `reproduce`."""
