"""One program of two versions of Java classes: merged classes, code that runs both, their runs."""
