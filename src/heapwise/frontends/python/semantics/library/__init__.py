"""Functions of the standard library: models, and what is called for real."""
