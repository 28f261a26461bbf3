"""The classes of a Java program, and which of them its inputs may have."""
