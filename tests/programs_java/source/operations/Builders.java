package operations;

import java.util.*;

/** Made of the table in tests/laws/java_operations. */
public final class Builders {
    public static int length(StringBuilder b) {
        return b.length();
    }

    public static char charAt(StringBuilder b, int i) {
        return b.charAt(i);
    }

    public static StringBuilder append(StringBuilder b, String s) {
        return b.append(s);
    }

    public static StringBuilder appendChar(StringBuilder b, char c) {
        return b.append(c);
    }

    public static StringBuilder appendInt(StringBuilder b, int i) {
        return b.append(i);
    }

    public static StringBuilder appendLong(StringBuilder b, long i) {
        return b.append(i);
    }

    public static StringBuilder appendBoolean(StringBuilder b, boolean z) {
        return b.append(z);
    }

    public static StringBuilder appendDouble(StringBuilder b) {
        return b.append(1.5);
    }

    public static StringBuilder appendFloat(StringBuilder b) {
        return b.append(1.5f);
    }

    public static StringBuilder appendObject(StringBuilder b, Object o) {
        return b.append(o);
    }

    public static StringBuilder appendPart(StringBuilder b, String s, int i, int j) {
        return b.append(s, i, j);
    }

    public static StringBuilder appendChars(StringBuilder b, char[] a) {
        return b.append(a);
    }

    public static StringBuilder appendCharsPart(StringBuilder b, char[] a, int i, int n) {
        return b.append(a, i, n);
    }

    public static StringBuilder appendItself(StringBuilder b) {
        return b.append(b);
    }

    public static StringBuilder appendBuffer(StringBuilder b, StringBuffer c) {
        return b.append(c);
    }

    public static StringBuilder appendCodePoint(StringBuilder b, int c) {
        return b.appendCodePoint(c);
    }

    public static StringBuilder insert(StringBuilder b, int i, String s) {
        return b.insert(i, s);
    }

    public static StringBuilder insertChar(StringBuilder b, int i, char c) {
        return b.insert(i, c);
    }

    public static StringBuilder insertInt(StringBuilder b, int i, int n) {
        return b.insert(i, n);
    }

    public static StringBuilder insertBoolean(StringBuilder b, int i, boolean z) {
        return b.insert(i, z);
    }

    public static StringBuilder insertObject(StringBuilder b, int i, Object o) {
        return b.insert(i, o);
    }

    public static StringBuilder deleteCharAt(StringBuilder b, int i) {
        return b.deleteCharAt(i);
    }

    public static StringBuilder delete(StringBuilder b, int i, int j) {
        return b.delete(i, j);
    }

    public static StringBuilder replace(StringBuilder b, int i, int j, String s) {
        return b.replace(i, j, s);
    }

    public static StringBuilder reverse(StringBuilder b) {
        return b.reverse();
    }

    public static void setCharAt(StringBuilder b, int i, char c) {
        b.setCharAt(i, c);
    }

    public static void setLength(StringBuilder b) {
        b.setLength(1);
    }

    public static void setLengthMore(StringBuilder b) {
        b.setLength(3);
    }

    public static void setLengthNone(StringBuilder b) {
        b.setLength(0);
    }

    public static void setLengthLess(StringBuilder b) {
        b.setLength(-1);
    }

    public static String substring(StringBuilder b, int i) {
        return b.substring(i);
    }

    public static String substringTo(StringBuilder b, int i, int j) {
        return b.substring(i, j);
    }

    public static CharSequence subSequence(StringBuilder b, int i, int j) {
        return b.subSequence(i, j);
    }

    public static int indexOf(StringBuilder b, String s) {
        return b.indexOf(s);
    }

    public static int indexOfFrom(StringBuilder b, String s, int i) {
        return b.indexOf(s, i);
    }

    public static int lastIndexOf(StringBuilder b) {
        return b.lastIndexOf("a");
    }

    public static int lastIndexOfFrom(StringBuilder b, int i) {
        return b.lastIndexOf("a", i);
    }

    public static String string(StringBuilder b) {
        return b.toString();
    }

    public static int compareTo(StringBuilder b, StringBuilder c) {
        return b.compareTo(c);
    }

    public static void getChars(StringBuilder b, int i, int j, char[] a, int k) {
        b.getChars(i, j, a, k);
    }

    public static StringBuilder newEmpty() {
        return new StringBuilder();
    }

    public static int newSized(int i) {
        return new StringBuilder(i).length();
    }

    public static StringBuilder newOf(String s) {
        return new StringBuilder(s);
    }

    public static StringBuilder newOfSequence(CharSequence s) {
        return new StringBuilder(s);
    }

    public static StringBuilder ensured(StringBuilder b) {
        b.ensureCapacity(5); b.trimToSize(); return b;
    }

    public static boolean isEmpty(StringBuilder b) {
        return b.length() == 0 && b.isEmpty();
    }

    public static StringBuffer bufferAppend(StringBuffer b, String s) {
        return b.append(s);
    }

    public static StringBuffer bufferInsert(StringBuffer b, int i) {
        return b.insert(i, "x");
    }

    public static StringBuffer bufferReverse(StringBuffer b) {
        return b.reverse();
    }

    public static StringBuffer bufferDelete(StringBuffer b, int i, int j) {
        return b.delete(i, j);
    }

    public static char bufferCharAt(StringBuffer b, int i) {
        return b.charAt(i);
    }

    public static String bufferString(StringBuffer b) {
        return b.toString();
    }

    public static int bufferLength(StringBuffer b) {
        return b.length();
    }
}
