package gov.nasa.jpf.vm;

import heapwise.replay.Nondet;

/** The choices of programs that were written for Java PathFinder, here with the values of a witness. */
public class Verify {
    protected Verify() {
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

    /** The program has seen enough: nothing is asked of this run any more. */
    public static void terminateSearch() {
        Nondet.assume(false);
    }

    public static boolean isTraceReplay() {
        return false;
    }

    public static boolean vmIsMatchingStates() {
        return Nondet.nextBoolean();
    }

    public static void addComment(String text) {
    }

    public static void instrumentPoint(String label) {
    }

    public static void instrumentPointDeep(String label) {
    }

    public static void instrumentPointDeepRecur(String label, int depth) {
    }

    public static void boring(boolean condition) {
    }

    public static void interesting(boolean condition) {
    }

    public static void busyWait(long turns) {
    }

    public static void log(String logger, int level, String text) {
    }

    public static void print(String... texts) {
    }

    public static void setProperties(String... properties) {
    }

    public static void setObjectAttribute(Object object, int value) {
    }

    public static void setFieldAttribute(Object object, String field, int value) {
    }

    public static void setShared(Object object, boolean isShared) {
    }

    public static void freezeSharedness(Object object, boolean isFrozen) {
    }

    public static void storeTrace(String file, String comment) {
    }

    public static void storeTraceIf(boolean condition, String file) {
    }
}
