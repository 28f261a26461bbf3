package operations;

import java.util.*;

/** Made of the table in tests/laws/java_operations. */
public final class Strings {
    public static int length(String s) {
        return s.length();
    }

    public static boolean isEmpty(String s) {
        return s.isEmpty();
    }

    public static boolean isBlank(String s) {
        return s.isBlank();
    }

    public static char charAt(String s, int i) {
        return s.charAt(i);
    }

    public static int codePointAt(String s, int i) {
        return s.codePointAt(i);
    }

    public static boolean equals(String s, String t) {
        return s.equals(t);
    }

    public static boolean equalsObject(String s, Object t) {
        return s.equals(t);
    }

    public static boolean identical(String s, String t) {
        return s == t;
    }

    public static boolean contentEquals(String s, StringBuilder t) {
        return s.contentEquals(t);
    }

    public static boolean equalsIgnoreCase(String s, String t) {
        return s.equalsIgnoreCase(t);
    }

    public static int hashCode(String s) {
        return s.hashCode();
    }

    public static boolean hashesAlike(String s) {
        return s.hashCode() == "ab".hashCode();
    }

    public static int compareTo(String s, String t) {
        return s.compareTo(t);
    }

    public static int compareToKnown(String s) {
        return s.compareTo("ab");
    }

    public static int compareKnownTo(String s) {
        return "ab".compareTo(s);
    }

    public static int compareToIgnoreCase(String s, String t) {
        return s.compareToIgnoreCase(t);
    }

    public static boolean startsWith(String s, String t) {
        return s.startsWith(t);
    }

    public static boolean startsWithAt(String s, String t, int i) {
        return s.startsWith(t, i);
    }

    public static boolean endsWith(String s, String t) {
        return s.endsWith(t);
    }

    public static boolean contains(String s, String t) {
        return s.contains(t);
    }

    public static boolean containsBuilder(String s, StringBuilder t) {
        return s.contains(t);
    }

    public static int indexOfChar(String s, int c) {
        return s.indexOf(c);
    }

    public static int indexOfCharFrom(String s, int c, int i) {
        return s.indexOf(c, i);
    }

    public static int indexOfCharIn(int c) {
        return "abc".indexOf(c);
    }

    public static int indexOf(String s, String t) {
        return s.indexOf(t);
    }

    public static int indexOfFrom(String s, String t, int i) {
        return s.indexOf(t, i);
    }

    public static int lastIndexOfChar(String s, int c) {
        return s.lastIndexOf(c);
    }

    public static int lastIndexOfCharFrom(String s, int c, int i) {
        return s.lastIndexOf(c, i);
    }

    public static int lastIndexOfKnown(String s) {
        return s.lastIndexOf("a");
    }

    public static int lastIndexOfEmpty(String s) {
        return s.lastIndexOf("");
    }

    public static int lastIndexOfFrom(String s, int i) {
        return s.lastIndexOf("a", i);
    }

    public static int lastIndexOf(String s, String t) {
        return s.lastIndexOf(t);
    }

    public static String substring(String s, int i) {
        return s.substring(i);
    }

    public static String substringTo(String s, int i, int j) {
        return s.substring(i, j);
    }

    public static CharSequence subSequence(String s, int i, int j) {
        return s.subSequence(i, j);
    }

    public static String concat(String s, String t) {
        return s.concat(t);
    }

    public static String plus(String s, String t) {
        return s + t;
    }

    public static String plusInt(String s, int i) {
        return s + i;
    }

    public static String plusLong(String s, long i) {
        return s + i;
    }

    public static String plusChar(String s, char c) {
        return s + c;
    }

    public static String plusBoolean(String s, boolean b) {
        return s + b;
    }

    public static String plusByte(String s, byte b) {
        return s + b;
    }

    public static String plusBox(String s, Integer i) {
        return s + i;
    }

    public static String plusNull(String s) {
        return s + null;
    }

    public static String plusEquals(String s, int i) {
        s += i; return s;
    }

    public static String replaceChar(String s) {
        return s.replace('a', 'b');
    }

    public static String replaceCharIn(char c, char d) {
        return "aba".replace(c, d);
    }

    public static String replace(String s, String t) {
        return s.replace("a", t);
    }

    public static String replaceIn(String t) {
        return "aba".replace(t, "x");
    }

    public static String replaceEmpty(String s) {
        return s.replace("", "x");
    }

    public static String toLowerCase(String s) {
        return s.toLowerCase();
    }

    public static String toUpperCase(String s) {
        return s.toUpperCase();
    }

    public static String trim(String s) {
        return s.trim();
    }

    public static String strip(String s) {
        return s.strip();
    }

    public static String stripLeading(String s) {
        return s.stripLeading();
    }

    public static String stripTrailing(String s) {
        return s.stripTrailing();
    }

    public static String repeat(String s, int i) {
        return s.repeat(i);
    }

    public static char[] toCharArray(String s) {
        return s.toCharArray();
    }

    public static void getChars(String s, int i, int j, char[] a, int k) {
        s.getChars(i, j, a, k);
    }

    public static boolean interned(String s) {
        return s.intern() == "ab";
    }

    public static boolean internedKnown() {
        return new String("ab").intern() == "ab";
    }

    public static String ofCodePoints(int[] a, int i, int n) {
        return new String(a, i, n);
    }

    public static int split(String s) {
        return s.split(",").length;
    }

    public static String[] splitAll(String s) {
        return s.split(",", -1);
    }

    public static String[] splitTwo(String s) {
        return s.split(",", 2);
    }

    public static int codePointCount(String s, int i, int j) {
        return s.codePointCount(i, j);
    }

    public static boolean regionMatches(String s, int i, String t, int j, int n) {
        return s.regionMatches(i, t, j, n);
    }

    public static boolean regionMatchesCase(String s, String t) {
        return s.regionMatches(true, 0, t, 0, 1);
    }

    public static long chars(String s) {
        return s.chars().count();
    }

    public static String valueOfObject(Object o) {
        return String.valueOf(o);
    }

    public static String valueOfChars(char[] a) {
        return String.valueOf(a);
    }

    public static String valueOfPart(char[] a, int i, int n) {
        return String.valueOf(a, i, n);
    }

    public static String copyValueOf(char[] a) {
        return String.copyValueOf(a);
    }

    public static String copyValueOfPart(char[] a, int i, int n) {
        return String.copyValueOf(a, i, n);
    }

    public static String valueOfBoolean(boolean b) {
        return String.valueOf(b);
    }

    public static String valueOfChar(char c) {
        return String.valueOf(c);
    }

    public static String valueOfInt(int i) {
        return String.valueOf(i);
    }

    public static String valueOfLong(long i) {
        return String.valueOf(i);
    }

    public static String valueOfFloat(float f) {
        return String.valueOf(f);
    }

    public static String valueOfDouble(double d) {
        return String.valueOf(d);
    }

    public static String newEmpty() {
        return new String();
    }

    public static String newCopy(String s) {
        return new String(s);
    }

    public static String newOfChars(char[] a) {
        return new String(a);
    }

    public static String newOfPart(char[] a, int i, int n) {
        return new String(a, i, n);
    }

    public static String newOfBuilder(StringBuilder b) {
        return new String(b);
    }

    public static String newOfBuffer(StringBuffer b) {
        return new String(b);
    }

    public static String join(String s, String t) {
        return String.join(s, t, t);
    }

    public static String joinArray(String s, String[] a) {
        return String.join(s, a);
    }

    public static String joinList(String s, String t) {
        return String.join(s, List.of(t, t));
    }

    public static String joinPrefix() {
        StringJoiner j = new StringJoiner(",", "[", "]"); j.add("a"); j.add(null); return j.toString();
    }

    public static String itself(String s) {
        return s.toString();
    }

    public static int switched(String s) {
        switch (s) { case "a": return 1; case "Aa": return 2; case "BB": return 3; } return 0;
    }

    public static String format(String s, int i) {
        return String.format("%s-%d", s, i);
    }

    public static String formatWidth(int i) {
        return String.format("%5d|%-3d|%03d", i, i, i);
    }

    public static String formatHex(int i) {
        return String.format("%x", i);
    }

    public static String formatHexByte(byte b) {
        return String.format("%x|%4x", b, b);
    }

    public static String formatSign(int i) {
        return String.format("%+d|%+04d", i, i);
    }

    public static String formatText(String s) {
        return String.format("%.1s|%3s|%-3s|", s, s, s);
    }

    public static String formatFlags() {
        return String.format("%,d|%+,.2f|%05.1f", 1234567, 1234.5, -1.25);
    }

    public static String formatNull() {
        return String.format("%05d|%-6.2s|", (Integer) null, null);
    }

    public static String formatKnown() {
        return String.format("%5s|%-4d|%c|%b|%%|%n", "a", 7, 'x', true);
    }

    public static String formatMissing(String s) {
        return String.format("%s %s", s);
    }

    public static String formatWrong(String s) {
        return String.format("%d", s);
    }

    public static String formatted(String s) {
        return "<%s>".formatted(s);
    }

    public static int highSurrogate(String s) {
        return s.indexOf(0x1F600);
    }
}
