"""The Python front end: from a module, its classes and its hints to a program."""
