package org.cprover;

/**
 * Operations on strings that throw nothing for an index that is out of bounds: it is moved to the
 * nearest that is not, and a character that is not there is any.
 */
public final class CProverString {
    private CProverString() {
    }

    public static char charAt(String text, int index) {
        return isIn(text, index) ? text.charAt(index) : CProver.nondetChar();
    }

    public static int codePointAt(String text, int index) {
        return isIn(text, index) ? text.codePointAt(index) : CProver.nondetInt();
    }

    public static int codePointBefore(String text, int index) {
        return isIn(text, index - 1) ? text.codePointBefore(index) : CProver.nondetInt();
    }

    public static int codePointCount(String text, int start, int end) {
        return substring(text, start, end).codePointCount(0, end(text, end) - start(text, start, end));
    }

    public static int offsetByCodePoints(String text, int index, int offset) {
        return text.offsetByCodePoints(index, offset);
    }

    public static CharSequence subSequence(String text, int start, int end) {
        return substring(text, start, end);
    }

    public static String substring(String text, int start) {
        return substring(text, start, text.length());
    }

    public static String substring(String text, int start, int end) {
        return text.substring(start(text, start, end), Math.max(end(text, end), start(text, start, end)));
    }

    public static String replace(String text, CharSequence part, CharSequence by) {
        return text.replace(part, by);
    }

    public static boolean equals(String text, String other) {
        return text == null ? other == null : text.equals(other);
    }

    public static boolean startsWith(String text, String prefix, int index) {
        return text.startsWith(prefix, index);
    }

    public static StringBuilder append(StringBuilder builder, CharSequence part, int start, int end) {
        return builder.append(substring(String.valueOf(part), start, end));
    }

    public static StringBuilder delete(StringBuilder builder, int start, int end) {
        int from = Math.max(0, Math.min(start, builder.length()));
        return builder.delete(from, Math.max(from, Math.min(end, builder.length())));
    }

    public static StringBuffer delete(StringBuffer builder, int start, int end) {
        int from = Math.max(0, Math.min(start, builder.length()));
        return builder.delete(from, Math.max(from, Math.min(end, builder.length())));
    }

    public static StringBuilder deleteCharAt(StringBuilder builder, int index) {
        return delete(builder, index, index + 1);
    }

    public static StringBuffer deleteCharAt(StringBuffer builder, int index) {
        return delete(builder, index, index + 1);
    }

    public static StringBuilder insert(StringBuilder builder, int index, String part) {
        return builder.insert(Math.max(0, Math.min(index, builder.length())), part);
    }

    public static StringBuilder insert(StringBuilder builder, int index, boolean part) {
        return insert(builder, index, String.valueOf(part));
    }

    public static StringBuilder insert(StringBuilder builder, int index, char part) {
        return insert(builder, index, String.valueOf(part));
    }

    public static StringBuilder insert(StringBuilder builder, int index, int part) {
        return insert(builder, index, String.valueOf(part));
    }

    public static StringBuilder insert(StringBuilder builder, int index, long part) {
        return insert(builder, index, String.valueOf(part));
    }

    public static StringBuilder insert(
            StringBuilder builder, int index, CharSequence part, int start, int end) {
        return insert(builder, index, substring(String.valueOf(part), start, end));
    }

    public static void setLength(StringBuilder builder, int length) {
        builder.setLength(Math.max(0, length));
    }

    public static void setLength(StringBuffer builder, int length) {
        builder.setLength(Math.max(0, length));
    }

    public static void setCharAt(StringBuilder builder, int index, char by) {
        if (index >= 0 && index < builder.length()) {
            builder.setCharAt(index, by);
        }
    }

    public static void setCharAt(StringBuffer builder, int index, char by) {
        if (index >= 0 && index < builder.length()) {
            builder.setCharAt(index, by);
        }
    }

    public static String toString(int number) {
        return Integer.toString(number);
    }

    public static String toString(int number, int radix) {
        return Integer.toString(number, radix);
    }

    public static String toString(long number) {
        return Long.toString(number);
    }

    public static String toString(long number, int radix) {
        return Long.toString(number, radix);
    }

    public static String toString(float number) {
        return Float.toString(number);
    }

    public static String toString(double number) {
        return Double.toString(number);
    }

    public static int parseInt(String text, int radix) {
        return Integer.parseInt(text, radix);
    }

    public static long parseLong(String text, int radix) {
        return Long.parseLong(text, radix);
    }

    public static boolean isValidInt(String text, int radix) {
        try {
            Integer.parseInt(text, radix);
            return true;
        } catch (NumberFormatException e) {
            return false;
        }
    }

    public static boolean isValidLong(String text, int radix) {
        try {
            Long.parseLong(text, radix);
            return true;
        } catch (NumberFormatException e) {
            return false;
        }
    }

    private static boolean isIn(String text, int index) {
        return index >= 0 && index < text.length();
    }

    private static int end(String text, int end) {
        return Math.max(0, Math.min(end, text.length()));
    }

    private static int start(String text, int start, int end) {
        return Math.max(0, Math.min(start, end(text, end)));
    }
}
