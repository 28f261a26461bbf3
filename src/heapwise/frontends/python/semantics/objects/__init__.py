"""Objects, classes, functions and exceptions: making them, asking about them, matching them."""
