package heapwise.jdk;

import heapwise.replay.Nondet;

import java.io.InputStream;

/**
 * What a program reads, asked for line by line when it is wanted: a number, or a text. While a path
 * is explored, {@link #kind} and what follows it make inputs; in a replay they are those of the
 * witness. Lines have ASCII characters.
 */
public final class StandardInput extends InputStream {
    public static final int END = 0, NUMBER = 1, LONG = 2, FRACTION = 3, TEXT = 4;

    private String line = "";
    private int at;
    private boolean ended;

    @Override
    public int read() {
        if (at == line.length() && !more()) {
            return -1;
        }
        return line.charAt(at++);
    }

    @Override
    public int read(byte[] bytes, int start, int length) {
        if (length == 0) {
            return 0;
        }
        if (at == line.length() && !more()) {
            return -1;
        }
        int count = Math.min(length, line.length() - at);
        for (int i = 0; i < count; i++) {
            bytes[start + i] = (byte) line.charAt(at++);
        }
        return count;
    }

    /** The next line is any; false if there is none. */
    private boolean more() {
        int kind = next(TEXT);
        if (kind == END) {
            return false;
        }
        line = (kind == NUMBER ? String.valueOf(number()) : kind == LONG ? String.valueOf(large())
                : kind == FRACTION ? String.valueOf(fraction()) : text()) + "\n";
        at = 0;
        return true;
    }

    /** What was read as bytes and not used yet. */
    String rest() {
        String found = line.substring(at);
        at = line.length();
        return found;
    }

    /** This kind of line, or a text, or END. */
    int next(int wanted) {
        int found = ended ? END : kind(wanted);
        ended = found == END;
        return found;
    }

    private static int kind(int wanted) {
        return (int) Nondet.nextLong();
    }

    static int number() {
        return (int) Nondet.nextLong();
    }

    static long large() {
        return Nondet.nextLong();
    }

    static double fraction() {
        return Nondet.nextDouble();
    }

    private static String anyText() {
        return Nondet.nextString();
    }

    /** A line without its end. */
    static String text() {
        String text = anyText();
        for (int i = 0; i < text.length(); i++) {
            char each = text.charAt(i);
            assume(each < 128 & each != '\n' & each != '\r');
        }
        return text;
    }

    /** A line of one word. */
    static String word() {
        String text = text();
        assume(!text.isEmpty());
        for (int i = 0; i < text.length(); i++) {
            assume(!Character.isWhitespace(text.charAt(i)));
        }
        return text;
    }

    /** A line of one letter, which stands for all words that are no numbers. */
    static String noNumber() {
        String text = anyText();
        assume(text.length() == 1);
        char first = text.charAt(0);
        assume(first >= 'k' & first <= 'z');
        return text;
    }

    static void assume(boolean condition) {
        Nondet.assume(condition);
    }
}
