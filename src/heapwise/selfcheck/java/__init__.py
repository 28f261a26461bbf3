"""The semantics of Java, checked on random programs with a JVM as the oracle."""
