package operations;

import java.util.*;

/** Made of the table in tests/laws/java_operations. */
public final class Maths {
    public static int minInt(int a, int b) {
        return Math.min(a, b);
    }

    public static int maxInt(int a, int b) {
        return Math.max(a, b);
    }

    public static int floorModInt(int a, int b) {
        return Math.floorMod(a, b);
    }

    public static int floorDivInt(int a, int b) {
        return Math.floorDiv(a, b);
    }

    public static int addExactInt(int a, int b) {
        return Math.addExact(a, b);
    }

    public static int subtractExactInt(int a, int b) {
        return Math.subtractExact(a, b);
    }

    public static int multiplyExactInt(int a, int b) {
        return Math.multiplyExact(a, b);
    }

    public static int absInt(int a) {
        return Math.abs(a);
    }

    public static int negateExactInt(int a) {
        return Math.negateExact(a);
    }

    public static int incrementExactInt(int a) {
        return Math.incrementExact(a);
    }

    public static int decrementExactInt(int a) {
        return Math.decrementExact(a);
    }

    public static long minLong(long a, long b) {
        return Math.min(a, b);
    }

    public static long maxLong(long a, long b) {
        return Math.max(a, b);
    }

    public static long floorModLong(long a, long b) {
        return Math.floorMod(a, b);
    }

    public static long floorDivLong(long a, long b) {
        return Math.floorDiv(a, b);
    }

    public static long addExactLong(long a, long b) {
        return Math.addExact(a, b);
    }

    public static long subtractExactLong(long a, long b) {
        return Math.subtractExact(a, b);
    }

    public static long multiplyExactLong(long a, long b) {
        return Math.multiplyExact(a, b);
    }

    public static long absLong(long a) {
        return Math.abs(a);
    }

    public static long negateExactLong(long a) {
        return Math.negateExact(a);
    }

    public static long incrementExactLong(long a) {
        return Math.incrementExact(a);
    }

    public static long decrementExactLong(long a) {
        return Math.decrementExact(a);
    }

    public static int toIntExact(long a) {
        return Math.toIntExact(a);
    }

    public static long multiplyFull(int a, int b) {
        return Math.multiplyFull(a, b);
    }

    public static long multiplyHigh(long a, long b) {
        return Math.multiplyHigh(a, b);
    }

    public static float minFloat(float a, float b) {
        return Math.min(a, b);
    }

    public static float maxFloat(float a, float b) {
        return Math.max(a, b);
    }

    public static float copySignFloat(float a, float b) {
        return Math.copySign(a, b);
    }

    public static float absFloat(float a) {
        return Math.abs(a);
    }

    public static float signumFloat(float a) {
        return Math.signum(a);
    }

    public static float ulpFloat(float a) {
        return Math.ulp(a);
    }

    public static float nextUpFloat(float a) {
        return Math.nextUp(a);
    }

    public static double minDouble(double a, double b) {
        return Math.min(a, b);
    }

    public static double maxDouble(double a, double b) {
        return Math.max(a, b);
    }

    public static double copySignDouble(double a, double b) {
        return Math.copySign(a, b);
    }

    public static double absDouble(double a) {
        return Math.abs(a);
    }

    public static double signumDouble(double a) {
        return Math.signum(a);
    }

    public static double ulpDouble(double a) {
        return Math.ulp(a);
    }

    public static double nextUpDouble(double a) {
        return Math.nextUp(a);
    }

    public static int roundFloat(float a) {
        return Math.round(a);
    }

    public static long roundDouble(double a) {
        return Math.round(a);
    }

    public static double sqrt(double a) {
        return Math.sqrt(a);
    }

    public static double strictSqrt(double a) {
        return StrictMath.sqrt(a);
    }

    public static double floor(double a) {
        return Math.floor(a);
    }

    public static double strictFloor(double a) {
        return StrictMath.floor(a);
    }

    public static double ceil(double a) {
        return Math.ceil(a);
    }

    public static double strictCeil(double a) {
        return StrictMath.ceil(a);
    }

    public static double rint(double a) {
        return Math.rint(a);
    }

    public static double strictRint(double a) {
        return StrictMath.rint(a);
    }

    public static double sinKnown() {
        return StrictMath.sin(0.0);
    }

    public static double cosKnown() {
        return StrictMath.cos(0.0);
    }

    public static double tanKnown() {
        return StrictMath.tan(0.0);
    }

    public static double asinKnown() {
        return StrictMath.asin(0.0);
    }

    public static double acosKnown() {
        return StrictMath.acos(0.0);
    }

    public static double atanKnown() {
        return StrictMath.atan(0.0);
    }

    public static double sinhKnown() {
        return StrictMath.sinh(0.0);
    }

    public static double coshKnown() {
        return StrictMath.cosh(0.0);
    }

    public static double tanhKnown() {
        return StrictMath.tanh(0.0);
    }

    public static double expKnown() {
        return StrictMath.exp(1.0) + StrictMath.expm1(0.0) + Math.exp(0.0);
    }

    public static double logKnown() {
        return StrictMath.log(1.0) + StrictMath.log10(1.0) + StrictMath.log1p(0.0);
    }

    public static double intrinsicsKnown() {
        return Math.sin(0.0) + Math.cos(0.0) + Math.tan(0.0) + Math.log(1.0) + Math.log10(1.0);
    }

    public static double atan2Known() {
        return StrictMath.atan2(0.0, -0.0);
    }

    public static double logLimits() {
        return StrictMath.log(-1.0) + StrictMath.log(0.0);
    }

    public static double sinSymbolic(double a) {
        return Math.sin(a);
    }

    public static int strictMinInt(int a, int b) {
        return StrictMath.min(a, b);
    }

    public static int strictMaxInt(int a, int b) {
        return StrictMath.max(a, b);
    }

    public static int strictAbsInt(int a) {
        return StrictMath.abs(a);
    }

    public static long strictMinLong(long a, long b) {
        return StrictMath.min(a, b);
    }

    public static long strictMaxLong(long a, long b) {
        return StrictMath.max(a, b);
    }

    public static long strictAbsLong(long a) {
        return StrictMath.abs(a);
    }

    public static float strictMinFloat(float a, float b) {
        return StrictMath.min(a, b);
    }

    public static float strictMaxFloat(float a, float b) {
        return StrictMath.max(a, b);
    }

    public static float strictAbsFloat(float a) {
        return StrictMath.abs(a);
    }

    public static double strictMinDouble(double a, double b) {
        return StrictMath.min(a, b);
    }

    public static double strictMaxDouble(double a, double b) {
        return StrictMath.max(a, b);
    }

    public static double strictAbsDouble(double a) {
        return StrictMath.abs(a);
    }

    public static int strictRoundFloat(float a) {
        return StrictMath.round(a);
    }

    public static long strictRoundDouble(double a) {
        return StrictMath.round(a);
    }
}
