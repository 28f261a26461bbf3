package operations;

import java.util.*;

/** Made of the table in tests/laws/java_operations. */
public enum Color { RED, GREEN, BLUE }
