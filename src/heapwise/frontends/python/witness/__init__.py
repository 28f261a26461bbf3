"""From paths to inputs that CPython runs: reading and replaying witnesses."""
