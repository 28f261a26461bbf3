package checked;

import java.lang.annotation.ElementType;
import java.lang.annotation.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** What a check has to tell apart: failures, exceptions on purpose, and arguments that are missing. */
public class Bag {
    @Target(ElementType.PARAMETER)
    @interface CheckForNull {}

    @Target(ElementType.TYPE_USE)
    @interface Nullable {}

    Node head;
    int size;

    static class Node {
        int value;
        Node next;
    }

    public int last() {
        Node node = head;
        while (node.next != null) {
            node = node.next;
        }
        return node.value;
    }

    public int together(Bag other) {
        return size + other.size;
    }

    public int nullable(@Nullable Bag other) {
        return size + other.size;
    }

    public int marked(int factor, @CheckForNull Bag other) {
        return factor * other.size;
    }

    public void onPurpose(int count) {
        if (count < 0) {
            throw new IllegalArgumentException("negative");
        }
        Objects.checkIndex(0, count + 1);
    }

    public int declared(int divisor) throws ArithmeticException {
        return size / divisor;
    }

    public int undeclared(int divisor) {
        return size / divisor;
    }

    public int throughFinally(int divisor) {
        try {
            return size / divisor;
        } finally {
            size = 0;
        }
    }

    public static int library(int index) {
        List<Integer> items = new ArrayList<>();
        items.add(1);
        return items.get(index);
    }

    public void asserted(int count) {
        assert count != 3;
    }

    public enum Colour {
        RED,
        GREEN;

        public Colour next() {
            return values()[ordinal() + 1];
        }
    }

    public static int unmade(java.util.EnumMap<Colour, Integer> map) {
        return map.size();
    }

    private int hidden() {
        return head.value;
    }

    public static void main(String[] arguments) {
        new Bag().hidden();
    }
}
