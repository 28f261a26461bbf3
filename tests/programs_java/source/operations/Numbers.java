package operations;

import java.util.*;

/** Made of the table in tests/laws/java_operations. */
public final class Numbers {
    public static int addI(int a, int b) {
        return a + b;
    }

    public static int subtractI(int a, int b) {
        return a - b;
    }

    public static int multiplyI(int a, int b) {
        return a * b;
    }

    public static int divideI(int a, int b) {
        return a / b;
    }

    public static int remainderI(int a, int b) {
        return a % b;
    }

    public static int andI(int a, int b) {
        return a & b;
    }

    public static int orI(int a, int b) {
        return a | b;
    }

    public static int xorI(int a, int b) {
        return a ^ b;
    }

    public static int shlI(int a, int b) {
        return a << b;
    }

    public static int shrI(int a, int b) {
        return a >> b;
    }

    public static int ushrI(int a, int b) {
        return a >>> b;
    }

    public static boolean lessI(int a, int b) {
        return a < b;
    }

    public static boolean equalI(int a, int b) {
        return a == b;
    }

    public static boolean atLeastI(int a, int b) {
        return a >= b;
    }

    public static int negateI(int a) {
        return -a;
    }

    public static int complementI(int a) {
        return ~a;
    }

    public static int incrementI(int a) {
        a++; return a;
    }

    public static long addL(long a, long b) {
        return a + b;
    }

    public static long subtractL(long a, long b) {
        return a - b;
    }

    public static long multiplyL(long a, long b) {
        return a * b;
    }

    public static long divideL(long a, long b) {
        return a / b;
    }

    public static long remainderL(long a, long b) {
        return a % b;
    }

    public static long andL(long a, long b) {
        return a & b;
    }

    public static long orL(long a, long b) {
        return a | b;
    }

    public static long xorL(long a, long b) {
        return a ^ b;
    }

    public static long shlL(long a, int b) {
        return a << b;
    }

    public static long shrL(long a, int b) {
        return a >> b;
    }

    public static long ushrL(long a, int b) {
        return a >>> b;
    }

    public static boolean lessL(long a, long b) {
        return a < b;
    }

    public static boolean equalL(long a, long b) {
        return a == b;
    }

    public static boolean atLeastL(long a, long b) {
        return a >= b;
    }

    public static long negateL(long a) {
        return -a;
    }

    public static long complementL(long a) {
        return ~a;
    }

    public static long incrementL(long a) {
        a++; return a;
    }

    public static float addFloat(float a, float b) {
        return a + b;
    }

    public static float subtractFloat(float a, float b) {
        return a - b;
    }

    public static float multiplyFloat(float a, float b) {
        return a * b;
    }

    public static float divideFloat(float a, float b) {
        return a / b;
    }

    public static float remainderFloat(float a, float b) {
        return a % b;
    }

    public static boolean lessFloat(float a, float b) {
        return a < b;
    }

    public static boolean equalFloat(float a, float b) {
        return a == b;
    }

    public static boolean atLeastFloat(float a, float b) {
        return a >= b;
    }

    public static double addDouble(double a, double b) {
        return a + b;
    }

    public static double subtractDouble(double a, double b) {
        return a - b;
    }

    public static double multiplyDouble(double a, double b) {
        return a * b;
    }

    public static double divideDouble(double a, double b) {
        return a / b;
    }

    public static double remainderDouble(double a, double b) {
        return a % b;
    }

    public static boolean lessDouble(double a, double b) {
        return a < b;
    }

    public static boolean equalDouble(double a, double b) {
        return a == b;
    }

    public static boolean atLeastDouble(double a, double b) {
        return a >= b;
    }

    public static short byteToShort(byte a) {
        return (short) a;
    }

    public static char byteToChar(byte a) {
        return (char) a;
    }

    public static int byteToInt(byte a) {
        return (int) a;
    }

    public static long byteToLong(byte a) {
        return (long) a;
    }

    public static float byteToFloat(byte a) {
        return (float) a;
    }

    public static double byteToDouble(byte a) {
        return (double) a;
    }

    public static byte shortToByte(short a) {
        return (byte) a;
    }

    public static char shortToChar(short a) {
        return (char) a;
    }

    public static int shortToInt(short a) {
        return (int) a;
    }

    public static long shortToLong(short a) {
        return (long) a;
    }

    public static float shortToFloat(short a) {
        return (float) a;
    }

    public static double shortToDouble(short a) {
        return (double) a;
    }

    public static byte charToByte(char a) {
        return (byte) a;
    }

    public static short charToShort(char a) {
        return (short) a;
    }

    public static int charToInt(char a) {
        return (int) a;
    }

    public static long charToLong(char a) {
        return (long) a;
    }

    public static float charToFloat(char a) {
        return (float) a;
    }

    public static double charToDouble(char a) {
        return (double) a;
    }

    public static byte intToByte(int a) {
        return (byte) a;
    }

    public static short intToShort(int a) {
        return (short) a;
    }

    public static char intToChar(int a) {
        return (char) a;
    }

    public static long intToLong(int a) {
        return (long) a;
    }

    public static float intToFloat(int a) {
        return (float) a;
    }

    public static double intToDouble(int a) {
        return (double) a;
    }

    public static byte longToByte(long a) {
        return (byte) a;
    }

    public static short longToShort(long a) {
        return (short) a;
    }

    public static char longToChar(long a) {
        return (char) a;
    }

    public static int longToInt(long a) {
        return (int) a;
    }

    public static float longToFloat(long a) {
        return (float) a;
    }

    public static double longToDouble(long a) {
        return (double) a;
    }

    public static byte floatToByte(float a) {
        return (byte) a;
    }

    public static short floatToShort(float a) {
        return (short) a;
    }

    public static char floatToChar(float a) {
        return (char) a;
    }

    public static int floatToInt(float a) {
        return (int) a;
    }

    public static long floatToLong(float a) {
        return (long) a;
    }

    public static double floatToDouble(float a) {
        return (double) a;
    }

    public static byte doubleToByte(double a) {
        return (byte) a;
    }

    public static short doubleToShort(double a) {
        return (short) a;
    }

    public static char doubleToChar(double a) {
        return (char) a;
    }

    public static int doubleToInt(double a) {
        return (int) a;
    }

    public static long doubleToLong(double a) {
        return (long) a;
    }

    public static float doubleToFloat(double a) {
        return (float) a;
    }

    public static int compound(byte a, int b) {
        a += b; a <<= 1; return a;
    }

    public static char charArithmetic(char c) {
        c++; return c;
    }

    public static short shortArithmetic(short a) {
        a *= 3; return a;
    }

    public static boolean logical(boolean a, boolean b) {
        return (a & !b) | (a ^ b);
    }

    public static int conditional(Boolean a) {
        return a ? 1 : 2;
    }

    public static int mixed(int a, long b) {
        return (int) (a * b >>> 3);
    }
}
