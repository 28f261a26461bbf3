"""Java: class files, jars, jmods and the JDK's run-time image, read without a JVM."""
