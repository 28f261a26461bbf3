package heapwise.jdk;

import java.io.IOException;
import java.io.InputStream;
import java.util.InputMismatchException;
import java.util.NoSuchElementException;
import java.util.Scanner;

/** Scanners while paths are explored: what the JDK does by regular expressions, word by word. */
public final class Scan {
    private final StandardInput in;
    private String rest;
    private boolean isNumber, closed;
    private long number;

    private Scan(StandardInput in, String rest) {
        this.in = in;
        this.rest = rest;
    }

    /** What the path keeps of a scanner. */
    private static native Scan of(Scanner scanner);

    private static native void keep(Scanner scanner, Scan scan);

    private static Scan open(Scanner scanner) {
        Scan found = of(scanner);
        if (found.closed) {
            throw new IllegalStateException("Scanner closed");
        }
        return found;
    }

    static void make(Scanner scanner, String text) {
        if (text == null) {
            throw new NullPointerException("source");
        }
        keep(scanner, new Scan(null, text));
    }

    static void make(Scanner scanner, InputStream in) throws IOException {
        if (in == null) {
            throw new NullPointerException("source");
        }
        if (in instanceof StandardInput) {
            keep(scanner, new Scan((StandardInput) in, ((StandardInput) in).rest()));
        } else {
            keep(scanner, new Scan(null, new String(in.readAllBytes())));
        }
    }

    static void close(Scanner scanner) {
        of(scanner).closed = true;
    }

    static boolean hasNext(Scanner scanner) {
        Scan scan = open(scanner);
        if (scan.isNumber || scan.skip()) {
            return true;
        }
        int kind = scan.ask(StandardInput.NUMBER);
        if (kind == StandardInput.TEXT) {
            scan.rest = StandardInput.noNumber() + "\n";
        }
        return kind != StandardInput.END;
    }

    static String next(Scanner scanner) {
        Scan scan = open(scanner);
        scan.spell();
        if (!scan.skip()) {
            if (scan.ask(StandardInput.TEXT) == StandardInput.END) {
                throw new NoSuchElementException();
            }
            scan.rest = StandardInput.word() + "\n";
        }
        return scan.word(true);
    }

    static boolean hasNextLine(Scanner scanner) {
        Scan scan = open(scanner);
        if (scan.isNumber || !scan.rest.isEmpty()) {
            return true;
        }
        if (scan.ask(StandardInput.TEXT) == StandardInput.END) {
            return false;
        }
        scan.rest = StandardInput.text() + "\n";
        return true;
    }

    static String nextLine(Scanner scanner) {
        if (!hasNextLine(scanner)) {
            throw new NoSuchElementException("No line found");
        }
        Scan scan = of(scanner);
        scan.spell();
        String text = scan.rest;
        int end = 0;
        while (end < text.length() && !isEnd(text.charAt(end))) {
            end++;
        }
        int next = end + 1;
        if (end + 1 < text.length() && text.charAt(end) == '\r' && text.charAt(end + 1) == '\n') {
            next++;
        }
        scan.rest = next < text.length() ? text.substring(next) : "";
        return text.substring(0, end);
    }

    static boolean hasNextInt(Scanner scanner) {
        if (!hasNext(scanner)) {
            return false;
        }
        Scan scan = of(scanner);
        return scan.isNumber || isInt(ungrouped(scan.word(false)));
    }

    static int nextInt(Scanner scanner) {
        Scan scan = open(scanner);
        if (scan.takesNumber(StandardInput.NUMBER)) {
            return (int) scan.number;
        }
        String word = ungrouped(scan.word(false));
        if (!isWhole(word)) {
            throw new InputMismatchException();
        }
        int found;
        try {
            found = Integer.parseInt(word);
        } catch (NumberFormatException e) {
            throw new InputMismatchException(e.getMessage());
        }
        scan.word(true);
        return found;
    }

    static boolean hasNextLong(Scanner scanner) {
        if (!hasNext(scanner)) {
            return false;
        }
        Scan scan = of(scanner);
        return scan.isNumber || isLong(ungrouped(scan.word(false)));
    }

    static long nextLong(Scanner scanner) {
        Scan scan = open(scanner);
        if (scan.takesNumber(StandardInput.LONG)) {
            return scan.number;
        }
        String word = ungrouped(scan.word(false));
        if (!isWhole(word)) {
            throw new InputMismatchException();
        }
        long found;
        try {
            found = Long.parseLong(word);
        } catch (NumberFormatException e) {
            throw new InputMismatchException(e.getMessage());
        }
        scan.word(true);
        return found;
    }

    static double nextDouble(Scanner scanner) {
        Scan scan = open(scanner);
        if (scan.isNumber) {
            scan.takesNumber(StandardInput.NUMBER);
            return scan.number;
        }
        if (!scan.skip()) {
            int kind = scan.ask(StandardInput.FRACTION);
            if (kind == StandardInput.END) {
                throw new NoSuchElementException();
            }
            if (kind == StandardInput.FRACTION) {
                scan.rest = "\n";
                return StandardInput.fraction();
            }
            scan.rest = StandardInput.noNumber() + "\n";
        }
        String word = ungrouped(scan.word(false));
        for (int i = 0; i < word.length(); i++) {
            if ("+-.0123456789eE".indexOf(word.charAt(i)) < 0) {
                throw new InputMismatchException();
            }
        }
        double found;
        try {
            found = Double.parseDouble(word);
        } catch (NumberFormatException e) {
            throw new InputMismatchException();
        }
        scan.word(true);
        return found;
    }

    static boolean nextBoolean(Scanner scanner) {
        Scan scan = open(scanner);
        scan.spell();
        if (!scan.skip()) {
            if (scan.ask(StandardInput.TEXT) == StandardInput.END) {
                throw new NoSuchElementException();
            }
            scan.rest = StandardInput.word() + "\n";
        }
        String word = scan.word(false);
        boolean is = word.equalsIgnoreCase("true");
        if (!is && !word.equalsIgnoreCase("false")) {
            throw new InputMismatchException();
        }
        scan.word(true);
        return is;
    }

    /** The next kind of line: this one, or a text. */
    private int ask(int kind) {
        if (in == null) {
            return StandardInput.END;
        }
        int found = in.next(kind);
        if (found == StandardInput.NUMBER || found == StandardInput.LONG) {
            isNumber = true;
            number = found == StandardInput.LONG ? StandardInput.large() : StandardInput.number();
        }
        return found;
    }

    /** A number that was asked for as one is used; false if there is a word. */
    private boolean takesNumber(int wanted) {
        if (!isNumber && !skip()) {
            int kind = ask(wanted);
            if (kind == StandardInput.END) {
                throw new NoSuchElementException();
            }
            if (kind == StandardInput.TEXT) {
                rest = StandardInput.noNumber() + "\n";
            }
        }
        boolean found = isNumber;
        if (found) {
            isNumber = false;
            rest = "\n";
        }
        return found;
    }

    /** As text, whatever it is. */
    private void spell() {
        if (isNumber) {
            isNumber = false;
            rest = number + "\n";
        }
    }

    /** Is there a word? Blanks before it are left out. */
    private boolean skip() {
        int start = 0;
        while (start < rest.length() && Character.isWhitespace(rest.charAt(start))) {
            start++;
        }
        rest = rest.substring(start);
        return !rest.isEmpty();
    }

    /** The word that the rest begins with; {@code used} up or not. */
    private String word(boolean used) {
        int end = 0;
        while (end < rest.length() && !Character.isWhitespace(rest.charAt(end))) {
            end++;
        }
        String found = rest.substring(0, end);
        if (used) {
            rest = rest.substring(end);
        }
        return found;
    }

    /** A number without the commas between groups of three digits; as it is if they are elsewhere. */
    private static String ungrouped(String word) {
        if (word.indexOf(',') < 0) {
            return word;
        }
        int start = word.charAt(0) == '-' || word.charAt(0) == '+' ? 1 : 0;
        int end = word.indexOf('.') < 0 ? word.length() : word.indexOf('.');
        for (int i = start; i < end; i++) {
            boolean isComma = i > start && (end - i) % 4 == 0;
            if (isComma ? word.charAt(i) != ',' : !Character.isDigit(word.charAt(i))) {
                return word;
            }
        }
        return start < end && word.charAt(start) == '0' ? word : word.replace(",", "");
    }

    private static boolean isWhole(String word) {
        int start = !word.isEmpty() && (word.charAt(0) == '-' || word.charAt(0) == '+') ? 1 : 0;
        for (int i = start; i < word.length(); i++) {
            if (!Character.isDigit(word.charAt(i))) {
                return false;
            }
        }
        return start < word.length();
    }

    private static boolean isInt(String word) {
        try {
            Integer.parseInt(word);
            return isWhole(word);
        } catch (NumberFormatException e) {
            return false;
        }
    }

    private static boolean isLong(String word) {
        try {
            Long.parseLong(word);
            return isWhole(word);
        } catch (NumberFormatException e) {
            return false;
        }
    }

    private static boolean isEnd(char each) {
        return each == '\n' || each == '\r' || each == '\u2028' || each == '\u2029' || each == '\u0085';
    }
}
