package operations;

import java.util.*;

/** Made of the table in tests/laws/java_operations. */
public final class Characters {
    public static boolean isDigit(char c) {
        return Character.isDigit(c);
    }

    public static boolean isLetter(char c) {
        return Character.isLetter(c);
    }

    public static boolean isLetterOrDigit(char c) {
        return Character.isLetterOrDigit(c);
    }

    public static boolean isWhitespace(char c) {
        return Character.isWhitespace(c);
    }

    public static boolean isUpperCase(char c) {
        return Character.isUpperCase(c);
    }

    public static boolean isLowerCase(char c) {
        return Character.isLowerCase(c);
    }

    public static boolean isAlphabetic(char c) {
        return Character.isAlphabetic(c);
    }

    public static char toUpperCase(char c) {
        return Character.toUpperCase(c);
    }

    public static char toLowerCase(char c) {
        return Character.toLowerCase(c);
    }

    public static int getType(char c) {
        return Character.getType(c);
    }

    public static int getTypeKnown() {
        return Character.getType(0x1D400) + 100 * Character.getType('\u0300');
    }

    public static int digit(char c) {
        return Character.digit(c, 16);
    }

    public static int digitRadix(char c, int r) {
        return Character.digit(c, r);
    }

    public static int numericValue(char c) {
        return Character.getNumericValue(c);
    }

    public static boolean isSurrogate(char c) {
        return Character.isSurrogate(c);
    }

    public static boolean isHighSurrogate(char c) {
        return Character.isHighSurrogate(c);
    }

    public static int toCodePoint(char a, char b) {
        return Character.toCodePoint(a, b);
    }

    public static int charCount(int c) {
        return Character.charCount(c);
    }

    public static String toString(char c) {
        return Character.toString(c);
    }

    public static int compare(char a, char b) {
        return Character.compare(a, b);
    }

    public static Character box(char c) {
        return c;
    }

    public static boolean isLetterPoint(int c) {
        return Character.isLetter(c);
    }

    public static boolean isLetterKnown() {
        return Character.isLetter(0x1D400) & !Character.isLetter(0x110000);
    }

    public static char forDigit(int d, int r) {
        return Character.forDigit(d, r);
    }
}
