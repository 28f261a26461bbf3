package models;

/** Strings and what builds them; the arguments are symbolic. */
public class Texts {
    static int length(String s) {
        return s.length() > 2 ? s.length() : -s.length();
    }

    static boolean equality(String s, Object o) {
        return s.equals("abc") || s.equals(o) || "x".equals(s);
    }

    static char at(String s, int i) {
        return s.charAt(i);
    }

    static String concatenation(String s, int i, boolean b, char c, long n) {
        return s + ":" + i + b + c + n + 1.5 + 0.1f + null;
    }

    static int switching(String s) {
        switch (s) {
            case "one":
                return 1;
            case "two":
                return 2;
            case "three":
                return 3;
            default:
                return 0;
        }
    }

    static int searching(String s) {
        int at = s.indexOf('=');
        if (at < 0) {
            throw new IllegalArgumentException("no = in " + s);
        }
        return s.substring(at + 1).length() + s.indexOf("ab", 1);
    }

    static boolean ends(String s) {
        return s.startsWith("ab") && s.endsWith("ba") && s.contains("c") || s.startsWith("x", 2);
    }

    static String slices(String s, int from, int to) {
        return s.substring(from, to);
    }

    static String unchanged(String s) {
        if (s.length() > 2) {
            return "";
        }
        String t = s.substring(0).concat("").trim();
        return t == s ? "same" : t;
    }

    static int parsing(String s) {
        try {
            return Integer.parseInt(s);
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    static int order(String s) {
        return s.compareTo("b") < 0 ? -1 : s.compareTo("bb") > 0 ? 1 : 0;
    }

    static String building(String s, int n) {
        StringBuilder b = new StringBuilder("<");
        b.append(s).append(n).append('c').append(true).append((Object) null).append(2L);
        if (b.length() > 14) {
            b.setCharAt(0, 'z');
        }
        return b.toString();
    }

    static String editing() {
        StringBuilder b = new StringBuilder("hello world");
        b.insert(5, ',').deleteCharAt(0).delete(2, 4).replace(0, 1, "XYZ").reverse();
        b.setLength(b.length() - 1);
        b.append(new char[] {'a', 'b'}).append("0123", 1, 3).insert(0, 42);
        return b + "/" + b.indexOf("o") + b.lastIndexOf("o") + b.charAt(3) + b.substring(4);
    }

    static String known() {
        String s = "  Hello, World  ";
        String t = s.trim().toUpperCase().toLowerCase().replace('l', 'L').replace("wo", "WO");
        return t + s.isBlank() + "ab".repeat(2) + String.join("-", "a", "b") + s.lastIndexOf('o')
                + "b".compareTo("abc") + "AbC".equalsIgnoreCase("aBc") + "abc".hashCode()
                + String.valueOf(new char[] {'x', 'y'}) + s.strip().charAt(1) + "x".concat("y")
                + "a,b,,".split(",").length + Integer.toHexString(-2) + Long.toString(1L << 40)
                + Integer.toString(255, 16) + Double.toString(1e10) + Float.toString(1e-5f)
                + Integer.toBinaryString(10) + String.valueOf(3.0) + Boolean.parseBoolean("TRUE");
    }

    static String formats(int i) {
        return String.format("%d|%s|%5d|%-4s|%05d|%.2f|%x|%c|%b|%n|%%", i, "s", 42, "l", 7, 1.005, 255,
                'c', true);
    }

    static boolean interned() {
        String s = new String("abc");
        return s != "abc" && s.intern() == "abc" && s.equals("abc");
    }

    static boolean kinds(char c) {
        return Character.isDigit(c) || Character.isWhitespace(c);
    }

    static int digits(int n) {
        char c = (char) ('0' + (n & 7));
        return Character.digit(c, 10) + Character.getNumericValue('7') + Character.toUpperCase('b')
                + (Character.isLetter('x') ? 1 : 0) + Character.toLowerCase('Q');
    }

    static int chars(String s) {
        if (s.length() > 2) {
            return 0;
        }
        int sum = 0;
        for (char c : s.toCharArray()) {
            sum += c;
        }
        return sum;
    }

    static String cases(String s) {
        if (s.length() != 1 || s.charAt(0) > 'z') {
            return "";
        }
        return s.toUpperCase();
    }

    static int streamed(String s) {
        return s.length() > 2 ? 0 : s.chars().sum();
    }

    static boolean letters(char c) {
        return c < 256 && (Character.isLetterOrDigit(c) || Character.isUpperCase(c));
    }
}
