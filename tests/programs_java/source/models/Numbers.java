package models;

/** Arithmetic of the JDK on symbolic numbers. */
public class Numbers {
    static int extremes(int a, int b) {
        return Math.max(a, b) - Math.min(a, b) + Math.abs(a);
    }

    static double floats(double d) {
        return Math.max(d, 1.0) + Math.floor(d) + Math.abs(d);
    }

    static long rounding(double d) {
        if (d > 2.4 && d < 2.6) {
            return Math.round(d);
        }
        return Math.round(-2.5) + Math.round(2.5f) + Math.round(0.49999999999999994);
    }

    static boolean root(double d) {
        return Math.sqrt(d) == 3.0;
    }

    static int bits(int x) {
        return Integer.bitCount(x) == 31 ? Integer.numberOfLeadingZeros(x) : Integer.highestOneBit(12);
    }

    static int representation(float f) {
        return Float.floatToRawIntBits(f) == 0x3fc00000 ? 1 : Float.intBitsToFloat(1) > 0 ? 2 : 3;
    }

    static int exact(int a, int b) {
        return Math.addExact(a, b);
    }

    static int floor(int a) {
        return Math.floorMod(a, 7) - Math.floorDiv(a, -3);
    }

    static int comparing(long a, long b, double d) {
        return Long.compare(a, b) + Double.compare(d, 1.5) + Integer.signum((int) a);
    }

    static int casts(double d, float f) {
        return (int) d == 7 ? (byte) (long) f : (int) Double.NaN + (int) 1e20;
    }

    static double transcendental() {
        return Math.pow(2.0, 0.5) + Math.exp(1.0) + Math.hypot(3, 4) + Math.cbrt(27.0);
    }

    static int hashes(double d) {
        return Double.hashCode(1.5) ^ Long.hashCode(1L << 40) ^ Boolean.hashCode(d > 0) ^ Float.hashCode(2f);
    }
}
