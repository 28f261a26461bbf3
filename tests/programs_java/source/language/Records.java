package language;

/** What the compiler leaves to the JVM: `toString`, `equals` and `hashCode` of records. */
final class Records {
    record Empty() {
    }

    record Mixed(byte small, short few, char letter, boolean yes, long many, float rough, String text) {
    }

    static String shownEmpty() {
        return new Empty().toString();
    }

    static int sameEmpty(Empty other) {
        return new Empty().equals(other) ? 1 : new Empty().hashCode();
    }

    static String shown(byte small, char letter, boolean yes, String text) {
        return new Mixed(small, (short) -3, letter, yes, 1L << 40, 0.5f, text).toString();
    }

    static int same(short few, boolean yes, float rough, String text) {
        Mixed one = new Mixed((byte) 1, few, 'x', yes, 2L, rough, text);
        Mixed other = new Mixed((byte) 1, (short) 7, 'x', true, 2L, 0.0f, "y");
        return one.equals(other) ? 1 : 0;
    }

    static int hashed(byte small, boolean yes, long many) {
        return new Mixed(small, (short) 2, 'x', yes, many, 1.5f, null).hashCode();
    }
}
