package operations;

import java.util.*;

/** Made of the table in tests/laws/java_operations. */
public final class ArrayLibrary {
    public static boolean equalInts(int[] a, int[] b) {
        return Arrays.equals(a, b);
    }

    public static boolean equalStrings(String[] a, String[] b) {
        return Arrays.equals(a, b);
    }

    public static int hashInts(int[] a) {
        return Arrays.hashCode(a);
    }

    public static String showInts(int[] a) {
        return Arrays.toString(a);
    }

    public static String showStrings(String[] a) {
        return Arrays.toString(a);
    }

    public static void fill(int[] a, int v) {
        Arrays.fill(a, v);
    }

    public static void fillPart(int[] a, int i, int j) {
        Arrays.fill(a, i, j, 9);
    }

    public static int[] copyOf(int[] a, int n) {
        return Arrays.copyOf(a, n);
    }

    public static int[] copyOfRange(int[] a, int i, int j) {
        return Arrays.copyOfRange(a, i, j);
    }

    public static String[] copyOfStrings(String[] a, int n) {
        return Arrays.copyOf(a, n);
    }

    public static char[] copyOfChars(char[] a, int n) {
        return Arrays.copyOf(a, n);
    }

    public static void sort(int[] a) {
        Arrays.sort(a);
    }

    public static void sortStrings(String[] a) {
        Arrays.sort(a);
    }

    public static int search(int[] a, int v) {
        return Arrays.binarySearch(a, v);
    }

    public static int mismatch(int[] a, int[] b) {
        return Arrays.mismatch(a, b);
    }

    public static int compare(int[] a, int[] b) {
        return Arrays.compare(a, b);
    }

    public static List<String> asList(String[] a) {
        return Arrays.asList(a);
    }

    public static int streamed(int[] a) {
        return Arrays.stream(a).sum();
    }

    public static boolean deepEquals(int[] a, int[] b) {
        return Arrays.deepEquals(new int[][] {a}, new int[][] {b});
    }
}
