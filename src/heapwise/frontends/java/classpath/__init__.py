"""Where classes come from: folders, jars, jmods and the JDK's image; who extends whom."""
