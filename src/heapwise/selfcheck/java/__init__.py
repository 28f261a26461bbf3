"""What is particular to checking the Java front end: the oracle is a JVM."""
