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

    public static byte getByteFromList(byte... values) {
        return values[(int) Nondet.nextLong()];
    }

    public static char getCharFromList(char... values) {
        return values[(int) Nondet.nextLong()];
    }

    public static short getShortFromList(short... values) {
        return values[(int) Nondet.nextLong()];
    }

    public static int getIntFromList(int... values) {
        return values[(int) Nondet.nextLong()];
    }

    public static long getLongFromList(long... values) {
        return values[(int) Nondet.nextLong()];
    }

    public static float getFloatFromList(float... values) {
        return values[(int) Nondet.nextLong()];
    }

    public static double getDoubleFromList(double... values) {
        return values[(int) Nondet.nextLong()];
    }

    /** Counters count over all runs; here is one. */
    public static int incrementCounter(int counter) {
        return (int) Nondet.nextLong();
    }

    public static int getCounter(int counter) {
        return (int) Nondet.nextLong();
    }

    public static void setCounter(int counter, int value) {
    }

    public static void resetCounter(int counter) {
    }

    public static void print(String text) {
    }

    public static void println(String text) {
    }

    public static void println() {
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
