"""One program of two versions of Python modules: copies under other names, and a driver."""
