"""What the user has written: targets, modules, their functions and where names in them belong."""
