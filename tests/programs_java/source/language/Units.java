package language;

/** Characters beyond 0xFFFF are two. */
final class Units {
    private static final String FACE = "a\uD83D\uDE00b";

    private Units() {
    }

    static int charAt(int index) {
        return index == 2 ? FACE.charAt(index) : FACE.length();
    }

    static int lengthWith(String text) {
        return (FACE + text).length();
    }

    static int codePoint() {
        return FACE.codePointAt(1);
    }

    static String reversed() {
        return new StringBuilder(FACE).reverse().toString();
    }

    static int hash() {
        return FACE.hashCode();
    }

    static String half() {
        return FACE.substring(0, 2);
    }

    static String glued() {
        return FACE.substring(0, 2).concat("\uDE00");
    }

    static int compared() {
        return FACE.substring(1).compareTo("\uFF00");
    }

    static int found() {
        return FACE.indexOf(0x1F600) * 10 + FACE.indexOf('b') + FACE.indexOf(-1);
    }

    static char[] chars() {
        return FACE.toCharArray();
    }
}
