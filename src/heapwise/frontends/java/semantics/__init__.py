"""What bytecode does that is more than one access to the heap, as operations in direct style."""
