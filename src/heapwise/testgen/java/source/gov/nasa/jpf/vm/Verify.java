package gov.nasa.jpf.vm;

import heapwise.replay.Nondet;

/** The choices of programs that were written for Java PathFinder, here with the values of a witness. */
public final class Verify {
    private Verify() {
    }

    public static boolean getBoolean() {
        return Nondet.nextBoolean();
    }

    public static boolean getBoolean(boolean falseFirst) {
        return Nondet.nextBoolean();
    }

    public static boolean randomBool() {
        return Nondet.nextBoolean();
    }

    /** From `min` to `max`, both included. */
    public static int getInt(int min, int max) {
        return (int) Nondet.nextLong();
    }

    /** From 0 to `max`, both included. */
    public static int random(int max) {
        return (int) Nondet.nextLong();
    }

    public static long getLong(long min, long max) {
        return Nondet.nextLong();
    }

    public static void ignoreIf(boolean condition) {
        Nondet.assume(!condition);
    }

    public static boolean isRunningInJPF() {
        return true;
    }

    public static void beginAtomic() {
    }

    public static void endAtomic() {
    }

    public static void breakTransition(String reason) {
    }
}
