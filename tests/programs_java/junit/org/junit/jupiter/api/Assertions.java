package org.junit.jupiter.api;

import java.util.Objects;

/** The assertions of JUnit 5 that written tests use, with the same overloads. */
public final class Assertions {
    public interface Executable {
        void execute() throws Throwable;
    }

    private Assertions() {
    }

    private static void check(boolean condition, Object expected, Object actual) {
        if (!condition) {
            throw new AssertionError("expected " + expected + ", but was " + actual);
        }
    }

    public static void assertEquals(byte expected, byte actual) {
        check(expected == actual, expected, actual);
    }

    public static void assertEquals(char expected, char actual) {
        check(expected == actual, expected, actual);
    }

    public static void assertEquals(short expected, short actual) {
        check(expected == actual, expected, actual);
    }

    public static void assertEquals(int expected, int actual) {
        check(expected == actual, expected, actual);
    }

    public static void assertEquals(long expected, long actual) {
        check(expected == actual, expected, actual);
    }

    public static void assertEquals(float expected, float actual) {
        check(Float.floatToIntBits(expected) == Float.floatToIntBits(actual), expected, actual);
    }

    public static void assertEquals(double expected, double actual) {
        check(Double.doubleToLongBits(expected) == Double.doubleToLongBits(actual), expected, actual);
    }

    public static void assertEquals(Object expected, Object actual) {
        check(Objects.equals(expected, actual), expected, actual);
    }

    public static void assertSame(Object expected, Object actual) {
        check(expected == actual, expected, actual);
    }

    public static void assertNotSame(Object unexpected, Object actual) {
        check(unexpected != actual, "another object", actual);
    }

    public static void assertNull(Object actual) {
        check(actual == null, null, actual);
    }

    public static void assertNotNull(Object actual) {
        check(actual != null, "an object", null);
    }

    public static void assertTrue(boolean condition) {
        check(condition, true, false);
    }

    public static void assertFalse(boolean condition) {
        check(!condition, false, true);
    }

    public static <T extends Throwable> T assertThrows(Class<T> type, Executable run) {
        try {
            run.execute();
        } catch (Throwable thrown) {
            check(type.isInstance(thrown), type, thrown);
            return type.cast(thrown);
        }
        throw new AssertionError("expected " + type + ", but nothing was thrown");
    }
}
