"""What `check` and `tests` ask of Python: which functions, what is a failure, which tests."""
