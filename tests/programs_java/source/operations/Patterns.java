package operations;

import java.util.*;

/** Made of the table in tests/laws/java_operations. */
public final class Patterns {
    public static boolean matchesPlain(String s) {
        return s.matches("ab");
    }

    public static boolean matchesAny(String s) {
        return s.matches("a.");
    }

    public static boolean matchesStar(String s) {
        return s.matches("a*b");
    }

    public static boolean matchesPlus(String s) {
        return s.matches("a+b?");
    }

    public static boolean matchesLazy(String s) {
        return s.matches("a+?b*?");
    }

    public static boolean matchesPossessive(String s) {
        return s.matches("a*+ab?");
    }

    public static boolean matchesTimes(String s) {
        return s.matches("a{2,3}");
    }

    public static boolean matchesEither(String s) {
        return s.matches("a|ba|b*");
    }

    public static boolean matchesClass(String s) {
        return s.matches("[ac]b[^a]");
    }

    public static boolean matchesRange(String s) {
        return s.matches("[a-c&&[^b]]+");
    }

    public static boolean matchesDigits(String s) {
        return s.matches("\\d+");
    }

    public static boolean matchesWords(String s) {
        return s.matches("\\w+\\s?");
    }

    public static boolean matchesNoWords(String s) {
        return s.matches("\\W\\S");
    }

    public static boolean matchesAnchors(String s) {
        return s.matches("^a$");
    }

    public static boolean matchesBorder(String s) {
        return s.matches("a\\b.*");
    }

    public static boolean matchesAgain(String s) {
        return s.matches("(a|b)\\1");
    }

    public static boolean matchesAhead(String s) {
        return s.matches("(?=a)..|(?!a)b");
    }

    public static boolean matchesBehind(String s) {
        return s.matches("a(?<=a)b(?<!a)");
    }

    public static boolean matchesGroups(String s) {
        return s.matches("(?:a(b)?)*");
    }

    public static boolean matchesCased(String s) {
        return s.matches("(?i)aB");
    }

    public static boolean matchesProperty(String s) {
        return s.matches("\\p{Alpha}\\p{Digit}?");
    }

    public static String replaceAll(String s) {
        return s.replaceAll("a+", "c");
    }

    public static String replaceAllGroup(String s) {
        return s.replaceAll("(a)(b)", "$2$1");
    }

    public static String replaceFirst(String s) {
        return s.replaceFirst("b", "cc");
    }

    public static String replaceEmpty(String s) {
        return s.replaceAll("a*", "-");
    }

    public static String[] splitClass(String s) {
        return s.split("[b,]");
    }

    public static String[] splitMany(String s) {
        return s.split("b+", -1);
    }

    public static String[] splitLimit(String s, int i) {
        return s.split("b|,", i);
    }

    public static boolean find(String s) {
        java.util.regex.Matcher m = java.util.regex.Pattern.compile("(a+)(b)?").matcher(s); return m.find();
    }

    public static int findStart(String s) {
        java.util.regex.Matcher m = java.util.regex.Pattern.compile("(a+)(b)?").matcher(s); return m.find() ? m.start() : -1;
    }

    public static int startUnasked(String s) {
        java.util.regex.Matcher m = java.util.regex.Pattern.compile("(a+)(b)?").matcher(s); return m.start();
    }

    public static String group(String s) {
        java.util.regex.Matcher m = java.util.regex.Pattern.compile("(a+)(b)?").matcher(s); return m.matches() ? m.group(2) : s;
    }

    public static String groupFound(String s) {
        java.util.regex.Matcher m = java.util.regex.Pattern.compile("(a+)(b)?").matcher(s); return m.find() ? m.group() : s;
    }

    public static boolean lookingAt(String s) {
        java.util.regex.Matcher m = java.util.regex.Pattern.compile("(a+)(b)?").matcher(s); return m.lookingAt();
    }

    public static int count(String s) {
        java.util.regex.Matcher m = java.util.regex.Pattern.compile("(a+)(b)?").matcher(s); int n = 0; while (m.find()) n++; return n;
    }

    public static String unknownPattern(String s) {
        return "ab".replaceAll(s, "c");
    }
}
