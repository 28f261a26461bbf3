package org.sosy_lab.sv_benchmarks;

import heapwise.replay.Nondet;

/** The methods of the public verification benchmarks, here with the values of a witness. */
public final class Verifier {
    private Verifier() {
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
}
