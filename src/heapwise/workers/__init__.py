"""Many cores: the same function called on many tasks, in processes of their own."""
