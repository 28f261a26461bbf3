package operations;

import java.util.*;

/** Made of the table in tests/laws/java_operations. */
public final class ArrayOperations {
    public static int getInt(int[] a, int i) {
        return a[i];
    }

    public static int lengthInt(int[] a) {
        return a.length;
    }

    public static int[] cloneInt(int[] a) {
        return a.clone();
    }

    public static long getLong(long[] a, int i) {
        return a[i];
    }

    public static int lengthLong(long[] a) {
        return a.length;
    }

    public static long[] cloneLong(long[] a) {
        return a.clone();
    }

    public static char getChar(char[] a, int i) {
        return a[i];
    }

    public static int lengthChar(char[] a) {
        return a.length;
    }

    public static char[] cloneChar(char[] a) {
        return a.clone();
    }

    public static byte getByte(byte[] a, int i) {
        return a[i];
    }

    public static int lengthByte(byte[] a) {
        return a.length;
    }

    public static byte[] cloneByte(byte[] a) {
        return a.clone();
    }

    public static short getShort(short[] a, int i) {
        return a[i];
    }

    public static int lengthShort(short[] a) {
        return a.length;
    }

    public static short[] cloneShort(short[] a) {
        return a.clone();
    }

    public static boolean getBoolean(boolean[] a, int i) {
        return a[i];
    }

    public static int lengthBoolean(boolean[] a) {
        return a.length;
    }

    public static boolean[] cloneBoolean(boolean[] a) {
        return a.clone();
    }

    public static float getFloat(float[] a, int i) {
        return a[i];
    }

    public static int lengthFloat(float[] a) {
        return a.length;
    }

    public static float[] cloneFloat(float[] a) {
        return a.clone();
    }

    public static double getDouble(double[] a, int i) {
        return a[i];
    }

    public static int lengthDouble(double[] a) {
        return a.length;
    }

    public static double[] cloneDouble(double[] a) {
        return a.clone();
    }

    public static String getString(String[] a, int i) {
        return a[i];
    }

    public static int lengthString(String[] a) {
        return a.length;
    }

    public static String[] cloneString(String[] a) {
        return a.clone();
    }

    public static void setInt(int[] a, int i) {
        a[i] = 7;
    }

    public static void setLong(long[] a, int i) {
        a[i] = 7L;
    }

    public static void setChar(char[] a, int i) {
        a[i] = 'x';
    }

    public static void setByte(byte[] a, int i) {
        a[i] = (byte) 300;
    }

    public static void setBoolean(boolean[] a, int i) {
        a[i] = true;
    }

    public static void setDouble(double[] a, int i) {
        a[i] = -0.0;
    }

    public static void setString(String[] a, int i) {
        a[i] = "x";
    }

    public static int[] newInts(int n) {
        return new int[n];
    }

    public static String[] newStrings(int n) {
        return new String[n];
    }

    public static int[][] newGrid(int n, int k) {
        return new int[n][k];
    }

    public static int[][] newRagged(int n) {
        return new int[n][];
    }

    public static int[] literal(int a, int b) {
        return new int[] {a, b};
    }

    public static int addTo(int[] a, int i) {
        a[i] += i; return a[i]++;
    }

    public static void swap(int[] a, int i, int j) {
        int t = a[i]; a[i] = a[j]; a[j] = t;
    }

    public static void aliased(int[] a, int[] b) {
        a[0] = 5; b[0]++;
    }

    public static boolean sameArrays(int[] a, int[] b) {
        return a == b;
    }

    public static void copy(int[] a, int i, int[] b, int j, int n) {
        System.arraycopy(a, i, b, j, n);
    }

    public static void copyFar(int[] a, int i, int n) {
        System.arraycopy(a, i, a, 0, n);
    }

    public static void copyStrings(String[] a, Object[] b) {
        System.arraycopy(a, 0, b, 0, a.length);
    }

    public static int copyMixed(int[] a, long[] b) {
        System.arraycopy(a, 0, b, 0, 0); return 1;
    }

    public static void copyNoArray(String a, int[] b) {
        System.arraycopy(a, 0, b, 0, 0);
    }

    public static Object[] storeWrong(String s) {
        Object[] a = new Integer[1]; a[0] = s; return a;
    }

    public static int sum(int[] a) {
        int s = 0; for (int x : a) { s += x; } return s;
    }
}
