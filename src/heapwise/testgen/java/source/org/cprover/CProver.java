package org.cprover;

import heapwise.replay.Nondet;

import java.lang.reflect.Array;

/** The methods of JBMC that stand for unknown values and assumptions, with the values of a witness. */
public final class CProver {
    private CProver() {
    }

    public static void assume(boolean condition) {
        Nondet.assume(condition);
    }

    public static boolean nondetBoolean() {
        return Nondet.nextBoolean();
    }

    public static byte nondetByte() {
        return (byte) Nondet.nextLong();
    }

    public static char nondetChar() {
        return (char) Nondet.nextLong();
    }

    public static short nondetShort() {
        return (short) Nondet.nextLong();
    }

    public static int nondetInt() {
        return (int) Nondet.nextLong();
    }

    public static long nondetLong() {
        return Nondet.nextLong();
    }

    public static float nondetFloat() {
        return (float) Nondet.nextDouble();
    }

    public static double nondetDouble() {
        return Nondet.nextDouble();
    }

    public static String nondetString() {
        return Nondet.nextString();
    }

    /** An object of the type that the caller takes it for, or null. */
    @SuppressWarnings("unchecked")
    public static <T> T nondetWithNull() {
        return (T) Nondet.nextObject();
    }

    /** An object of the class of the sample, or null. */
    @SuppressWarnings("unchecked")
    public static <T> T nondetWithNull(T sample) {
        return (T) Nondet.nextObject();
    }

    /** An object of the type that the caller takes it for. */
    @SuppressWarnings("unchecked")
    public static <T> T nondetWithoutNull() {
        return (T) Nondet.nextObject();
    }

    /** An object of the class of the sample. */
    @SuppressWarnings("unchecked")
    public static <T> T nondetWithoutNull(T sample) {
        return (T) Nondet.nextObject();
    }

    public static <T> T nondetWithNullForNotModelled() {
        return nondetWithNull();
    }

    public static <T> T nondetWithoutNullForNotModelled() {
        return nondetWithoutNull();
    }

    /** An array of the class of the sample, with nothing in it yet. */
    @SuppressWarnings("unchecked")
    public static <T> T[] createArrayWithType(int length, T[] sample) {
        Class<?> component = sample.getClass().getComponentType();
        return (T[]) Array.newInstance(component, length);
    }

    /** Says that nothing is known of what the calling method does. */
    public static void notModelled() {
    }

    public static void startThread(int id) {
    }

    public static void endThread(int id) {
    }

    public static void atomicBegin() {
    }

    public static void atomicEnd() {
    }

    public static int getCurrentThreadId() {
        return 0;
    }
}
