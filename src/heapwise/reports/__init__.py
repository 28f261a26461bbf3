"""Results as text a person reads, and as JSON a program reads. Sees `heapwise.results` only."""
