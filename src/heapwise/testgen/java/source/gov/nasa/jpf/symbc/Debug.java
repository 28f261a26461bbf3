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

    public static String getSymbolicIntegerValue(int value) {
        return Nondet.nextString();
    }

    public static boolean isSymbolicInteger(int value) {
        return Nondet.nextBoolean();
    }

    public static String getSymbolicLongValue(long value) {
        return Nondet.nextString();
    }

    public static boolean isSymbolicLong(long value) {
        return Nondet.nextBoolean();
    }

    public static String getSymbolicShortValue(short value) {
        return Nondet.nextString();
    }

    public static boolean isSymbolicShort(short value) {
        return Nondet.nextBoolean();
    }

    public static String getSymbolicByteValue(byte value) {
        return Nondet.nextString();
    }

    public static boolean isSymbolicByte(byte value) {
        return Nondet.nextBoolean();
    }

    public static String getSymbolicCharValue(char value) {
        return Nondet.nextString();
    }

    public static boolean isSymbolicChar(char value) {
        return Nondet.nextBoolean();
    }

    public static String getSymbolicRealValue(double value) {
        return Nondet.nextString();
    }

    public static boolean isSymbolicReal(double value) {
        return Nondet.nextBoolean();
    }

    public static String getSymbolicBooleanValue(boolean value) {
        return Nondet.nextString();
    }

    public static boolean isSymbolicBoolean(boolean value) {
        return Nondet.nextBoolean();
    }

    public static String getSymbolicStringValue(String value) {
        return Nondet.nextString();
    }

    public static boolean isSymbolicString(String value) {
        return Nondet.nextBoolean();
    }

    public static String getSolvedPC() {
        return Nondet.nextString();
    }

    public static String getPC_prefix_notation() {
        return Nondet.nextString();
    }

    public static void printHeapPC(String message) {
    }

    public static void printSymbolicRef(Object value) {
    }

    public static boolean checkAccuracy(double value, double allowed) {
        return Nondet.nextBoolean();
    }
}
