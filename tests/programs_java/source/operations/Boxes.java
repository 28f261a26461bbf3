package operations;

import java.util.*;

/** Made of the table in tests/laws/java_operations. */
public final class Boxes {
    public static int parseInt(String s) {
        return Integer.parseInt(s);
    }

    public static int parseIntLimits(String s) {
        return Integer.parseInt(s);
    }

    public static int parseIntRadix(String s) {
        return Integer.parseInt(s, 16);
    }

    public static int parseHex() {
        return Integer.parseInt("-fF", 16) + Integer.parseInt("٣");
    }

    public static int parseHexWrong() {
        return Integer.parseInt("g", 16);
    }

    public static int parseRadixLow() {
        return Integer.parseInt("1", 1);
    }

    public static int parseRadixHigh() {
        return Integer.parseInt("1", 37);
    }

    public static long parseLongRadix() {
        return Long.parseLong("-101", 2) + Long.parseLong("9223372036854775807");
    }

    public static long parseLongWrong() {
        return Long.parseLong("9223372036854775808");
    }

    public static Integer valueOfText(String s) {
        return Integer.valueOf(s);
    }

    public static int parseSmall() {
        return Short.parseShort("-32768") + Byte.parseByte("127");
    }

    public static short parseShortWrong() {
        return Short.parseShort("32768");
    }

    public static byte parseByteWrong() {
        return Byte.parseByte("128");
    }

    public static boolean parseBoolean(String s) {
        return Boolean.parseBoolean(s);
    }

    public static double parseDoubleKnown() {
        return Double.parseDouble(" -1.5e3 ");
    }

    public static double parseDoubleWrong() {
        return Double.parseDouble("x");
    }

    public static double parseDouble(String s) {
        return Double.parseDouble(s);
    }

    public static String intToString(int a) {
        return Integer.toString(a);
    }

    public static String longToString(long a) {
        return Long.toString(a);
    }

    public static String intToStringRadix(int a) {
        return Integer.toString(a, 2);
    }

    public static String toHexString(int a) {
        return Integer.toHexString(a);
    }

    public static String toBinaryString(int a) {
        return Integer.toBinaryString(a);
    }

    public static String toOctalString(int a) {
        return Integer.toOctalString(a);
    }

    public static String longToHexString(long a) {
        return Long.toHexString(a);
    }

    public static String longToBinaryString(long a) {
        return Long.toBinaryString(a);
    }

    public static String longToOctalString(long a) {
        return Long.toOctalString(a);
    }

    public static String longToStringRadix(long a) {
        return Long.toString(a, 36);
    }

    public static String radixesKnown() {
        return Integer.toHexString(-1) + Integer.toBinaryString(5) + Integer.toOctalString(8) + Integer.toString(-255, 16) + Long.toString(35L, 36) + Long.toHexString(-1L) + Long.toBinaryString(5L) + Long.toOctalString(8L);
    }

    public static String doubleToString() {
        return Double.toString(1e7) + Double.toString(-0.001) + Double.toString(2e-3);
    }

    public static String floatToString() {
        return Float.toString(1.1f) + Float.toString(1e10f);
    }

    public static Integer boxInt(int a) {
        return a;
    }

    public static boolean sameBoxes(int a, int b) {
        Integer x = a, y = b; return x == y;
    }

    public static boolean sameLongs(long a) {
        Long x = a, y = a; return x == y;
    }

    public static boolean sameShorts(short a) {
        Short x = a, y = a; return x == y;
    }

    public static boolean sameBytes(byte a) {
        Byte x = a, y = a; return x == y;
    }

    public static boolean sameCharacters(char a) {
        Character x = a, y = a; return x == y;
    }

    public static boolean sameBooleans(boolean a) {
        Boolean x = a, y = a; return x == y;
    }

    public static boolean sameDoubles(double a) {
        Double x = a, y = a; return x == y;
    }

    public static int unboxInt(Integer a) {
        return a;
    }

    public static long unboxLong(Long a) {
        return a;
    }

    public static double unboxDouble(Double a) {
        return a;
    }

    public static boolean unboxBoolean(Boolean a) {
        return a;
    }

    public static char unboxCharacter(Character a) {
        return a;
    }

    public static boolean equalsInteger(Integer a, Integer b) {
        return a.equals(b);
    }

    public static int hashInteger(Integer a) {
        return a.hashCode();
    }

    public static int compareInteger(Integer a, Integer b) {
        return a.compareTo(b);
    }

    public static boolean equalsLong(Long a, Long b) {
        return a.equals(b);
    }

    public static int hashLong(Long a) {
        return a.hashCode();
    }

    public static int compareLong(Long a, Long b) {
        return a.compareTo(b);
    }

    public static boolean equalsDouble(Double a, Double b) {
        return a.equals(b);
    }

    public static int hashDouble(Double a) {
        return a.hashCode();
    }

    public static int compareDouble(Double a, Double b) {
        return a.compareTo(b);
    }

    public static boolean equalsCharacter(Character a, Character b) {
        return a.equals(b);
    }

    public static int hashCharacter(Character a) {
        return a.hashCode();
    }

    public static int compareCharacter(Character a, Character b) {
        return a.compareTo(b);
    }

    public static boolean equalsBoolean(Boolean a, Boolean b) {
        return a.equals(b);
    }

    public static int hashBoolean(Boolean a) {
        return a.hashCode();
    }

    public static int compareBoolean(Boolean a, Boolean b) {
        return a.compareTo(b);
    }

    public static boolean equalsOther(Integer a, Long b) {
        return a.equals(b);
    }

    public static String boxToString(Integer a) {
        return a.toString();
    }

    public static int compareInt(int a, int b) {
        return Integer.compare(a, b);
    }

    public static int compareUnsignedInt(int a, int b) {
        return Integer.compareUnsigned(a, b);
    }

    public static int divideUnsignedInt(int a, int b) {
        return Integer.divideUnsigned(a, b);
    }

    public static int remainderUnsignedInt(int a, int b) {
        return Integer.remainderUnsigned(a, b);
    }

    public static int rotateLeftInt(int a, int b) {
        return Integer.rotateLeft(a, b);
    }

    public static int bitCountInt(int a) {
        return Integer.bitCount(a);
    }

    public static int reverseInt(int a) {
        return Integer.reverse(a);
    }

    public static int reverseBytesInt(int a) {
        return Integer.reverseBytes(a);
    }

    public static int highestOneBitInt(int a) {
        return Integer.highestOneBit(a);
    }

    public static int lowestOneBitInt(int a) {
        return Integer.lowestOneBit(a);
    }

    public static int signumInt(int a) {
        return Integer.signum(a);
    }

    public static int numberOfLeadingZerosInt(int a) {
        return Integer.numberOfLeadingZeros(a);
    }

    public static int numberOfTrailingZerosInt(int a) {
        return Integer.numberOfTrailingZeros(a);
    }

    public static int bitCountLong(long a) {
        return Long.bitCount(a);
    }

    public static int compareLongs(long a, long b) {
        return Long.compare(a, b);
    }

    public static int compareDoubles(double a, double b) {
        return Double.compare(a, b);
    }

    public static int compareFloats(float a, float b) {
        return Float.compare(a, b);
    }

    public static boolean isNaN(double a) {
        return Double.isNaN(a);
    }

    public static boolean isInfinite(double a) {
        return Double.isInfinite(a);
    }

    public static long doubleBits(double a) {
        return Double.doubleToLongBits(a);
    }

    public static long rawDoubleBits(double a) {
        return Double.doubleToRawLongBits(a);
    }

    public static double bitsDouble(long a) {
        return Double.longBitsToDouble(a);
    }

    public static int floatBits(float a) {
        return Float.floatToIntBits(a);
    }

    public static int rawFloatBits(float a) {
        return Float.floatToRawIntBits(a);
    }

    public static float bitsFloat(int a) {
        return Float.intBitsToFloat(a);
    }

    public static int limits() {
        return Integer.MAX_VALUE + Byte.MIN_VALUE + Short.MAX_VALUE + Character.MAX_VALUE;
    }
}
