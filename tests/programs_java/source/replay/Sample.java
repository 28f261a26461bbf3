package replay;

import java.util.function.IntUnaryOperator;

/** What a replay must cope with; see tests/unit/testgen/java/test_jvm.py. */
public class Sample {
    enum Color {
        RED, GREEN {
            @Override
            int weight() {
                return 2;
            }
        };

        int weight() {
            return 1;
        }
    }

    record Point(int x, Object label) {
    }

    static class Base {
        private int hidden;
        protected long wide;

        int hiddenOfBase() {
            return hidden;
        }
    }

    static final class Derived extends Base {
        private int hidden;
        final char letter = 'a';
        byte small;
        short middle;
        boolean flag;
        float single;
        double twice;
        Derived next;

        private int sum(Derived other) {
            return hidden + other.hidden * 10 + hiddenOfBase() * 100;
        }
    }

    static int counter;

    static int count() {
        return ++counter;
    }

    static Derived link(Derived a, Derived b) {
        a.next = b;
        b.wide++;
        Derived c = new Derived();
        c.next = a;
        return c;
    }

    static Object[] shuffle(Object[] items, int[] numbers) {
        Object first = items[0];
        items[0] = items[items.length - 1];
        items[items.length - 1] = first;
        numbers[0] = -numbers[0];
        return items;
    }

    static boolean sameText(String a, String b) {
        return a.equals(b) && a != b;
    }

    static boolean isLiteral(String a) {
        return a == "literal";
    }

    static int weigh(Color color) {
        return color == null ? 0 : color.weight() + color.ordinal() * 10;
    }

    static Point move(Point p) {
        return new Point(p.x + 1, p.label);
    }

    static Integer box(Integer a, Integer b) {
        return a == b ? null : a + b;
    }

    static int must(int x) {
        assert x > 0 : "not positive";
        return 100 / (x - 1);
    }

    static IntUnaryOperator adder(int n) {
        return x -> x + n;
    }

    static float[] floats(float f, double d, float[] more) {
        return new float[] {f, (float) d, more[0]};
    }

    static char next(char c) {
        return (char) (c + 1);
    }

    static int deep(int n) {
        return 1 + deep(n + 1);
    }

    static int waits(int millis) throws InterruptedException {
        Thread.sleep(millis);
        return 1;
    }

    static void forever() {
        while (true) {
        }
    }

    static void exit() {
        System.exit(4);
    }

    static void halt() {
        Runtime.getRuntime().halt(4);
    }

    static long[] eat() {
        long[][] all = new long[1 << 16][];
        for (int i = 0; i < all.length; i++) {
            all[i] = new long[1 << 20];
        }
        return all[0];
    }

    static void print(String text) {
        System.out.println(text);
        System.err.println("and more");
    }

    static Class<?> type(Class<?> c) {
        return c == int.class ? String.class : c;
    }

    static int lengths(int[][] grid) {
        int sum = 0;
        for (int[] row : grid) {
            sum += row.length;
        }
        return sum;
    }

    private Sample() {
    }

    private int value;

    Sample(int value) {
        this();
        if (value < 0) {
            throw new IllegalArgumentException("negative");
        }
        this.value = value;
    }
}
