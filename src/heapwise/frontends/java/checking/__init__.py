"""What `check` and `tests` ask of Java: which methods, what is a failure, which tests."""
