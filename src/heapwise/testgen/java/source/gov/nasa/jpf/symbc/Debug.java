package gov.nasa.jpf.symbc;

import heapwise.replay.Nondet;

/** The symbolic values of programs that were written for Symbolic PathFinder, here those of a witness. */
public final class Debug {
    private Debug() {
    }

    public static void assume(boolean condition) {
        Nondet.assume(condition);
    }

    public static boolean makeSymbolicBoolean(String name) {
        return Nondet.nextBoolean();
    }

    public static byte makeSymbolicByte(String name) {
        return (byte) Nondet.nextLong();
    }

    public static char makeSymbolicChar(String name) {
        return (char) Nondet.nextLong();
    }

    public static short makeSymbolicShort(String name) {
        return (short) Nondet.nextLong();
    }

    public static int makeSymbolicInteger(String name) {
        return (int) Nondet.nextLong();
    }

    public static long makeSymbolicLong(String name) {
        return Nondet.nextLong();
    }

    public static double makeSymbolicReal(String name) {
        return Nondet.nextDouble();
    }

    public static String makeSymbolicString(String name) {
        return Nondet.nextString();
    }

    /** An object of the class of the sample, whose fields are any. */
    public static Object makeSymbolicRef(String name, Object sample) {
        return Nondet.nextObject();
    }

    public static boolean addSymbolicBoolean(boolean value, String name) {
        return Nondet.nextBoolean();
    }

    public static byte addSymbolicByte(byte value, String name) {
        return (byte) Nondet.nextLong();
    }

    public static char addSymbolicChar(char value, String name) {
        return (char) Nondet.nextLong();
    }

    public static short addSymbolicShort(short value, String name) {
        return (short) Nondet.nextLong();
    }

    public static int addSymbolicInt(int value, String name) {
        return (int) Nondet.nextLong();
    }

    public static long addSymbolicLong(long value, String name) {
        return Nondet.nextLong();
    }

    public static float addSymbolicFloat(float value, String name) {
        return (float) Nondet.nextDouble();
    }

    public static double addSymbolicDouble(double value, String name) {
        return Nondet.nextDouble();
    }

    public static void printSymbolicRef(Object value, String message) {
    }

    public static void printPC(String message) {
    }
}
