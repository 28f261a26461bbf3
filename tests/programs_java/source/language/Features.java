package language;

import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import java.util.function.Supplier;

/** One method for each thing that the compiler makes something particular of. */
public class Features {
    record Point(int x, int y) {
        Point {
            if (x > y) {
                throw new IllegalArgumentException("not ordered");
            }
        }

        int span() {
            return y - x;
        }
    }

    enum Op implements IntBinaryOperator {
        ADD {
            @Override
            public int applyAsInt(int a, int b) {
                return a + b;
            }
        },
        FIRST {
            @Override
            public int applyAsInt(int a, int b) {
                return a;
            }
        }
    }

    sealed interface Tree permits Leaf, Fork {
    }

    record Leaf(int value) implements Tree {
    }

    record Fork(Tree left, Tree right) implements Tree {
    }

    static final class Resource implements AutoCloseable {
        static int closed;
        final boolean fails;

        Resource(boolean fails) {
            this.fails = fails;
        }

        @Override
        public void close() {
            closed++;
            if (fails) {
                throw new IllegalStateException();
            }
        }
    }

    class Inner {
        int twice() {
            return 2 * base;
        }
    }

    int base;

    static int lambda(int a, int b) {
        IntBinaryOperator larger = (x, y) -> x > y ? x : y;
        return larger.applyAsInt(a, b);
    }

    static int captured(int a) {
        Supplier<Integer> later = () -> a + 1;
        return later.get();
    }

    int bound(int a) {
        IntBinaryOperator self = this::add;
        return self.applyAsInt(a, a);
    }

    private int add(int a, int b) {
        return a + b + base;
    }

    static Object constructed(int a) {
        Function<Integer, Object> make = Leaf::new;
        return make.apply(a);
    }

    static String joined(String text, int number, boolean flag) {
        return text + ":" + number + flag;
    }

    static int ofEnum(Op op, int a, int b) {
        return op.applyAsInt(a, b);
    }

    static String switchOnEnum(Op op) {
        switch (op) {
            case ADD:
                return "+";
            default:
                return op.name();
        }
    }

    static int switchOnText(String text) {
        switch (text) {
            case "one":
                return 1;
            case "two":
                return 2;
            default:
                return 0;
        }
    }

    static int span(int x, int y) {
        return new Point(x, y).span();
    }

    static boolean recordsAreEqual(int a, int b) {
        return new Point(a, a + 1).equals(new Point(b, b + 1));
    }

    static int sum(Tree tree) {
        if (tree instanceof Leaf leaf) {
            return leaf.value();
        }
        if (tree instanceof Fork fork) {
            return sum(fork.left()) + sum(fork.right());
        }
        return 0;
    }

    static int closed(boolean fails, boolean throwsToo) {
        Resource.closed = 0;
        try (Resource r = new Resource(fails)) {
            if (throwsToo) {
                throw new IllegalArgumentException();
            }
        } catch (IllegalArgumentException e) {
            return Resource.closed + 10 + e.getSuppressed().length;
        }
        return Resource.closed;
    }

    @SuppressWarnings("finally")
    static int overriding(int a) {
        try {
            return 10 / a;
        } finally {
            if (a == 5) {
                return -1;
            }
        }
    }

    int inner() {
        return new Inner().twice();
    }

    static int anonymous(int a) {
        Object o = new Object() {
            @Override
            public int hashCode() {
                return a * 3;
            }
        };
        return o.hashCode();
    }

    static int count(int... values) {
        int sum = 0;
        for (int value : values) {
            sum += value;
        }
        return sum;
    }

    static int varargs(int a) {
        return count() + count(a) + count(a, 2);
    }

    static boolean sameBox(int a) {
        Integer x = a;
        Integer y = a;
        return x == y;
    }

    static long boxes(Integer a, Long b) {
        return a + b;
    }

    static int[][] grid(int n) {
        int[][] made = {{1, 2}, {n}, {}};
        made[2] = made[0];
        made[0][1] += n;
        return made;
    }

    static int copied(int[] source) {
        int[] copy = source.clone();
        copy[0]++;
        return copy[0] - source[0];
    }

    static int labelled(int n) {
        int steps = 0;
        outer:
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 3; j++) {
                if (j == n) {
                    continue outer;
                }
                if (i * j == n) {
                    break outer;
                }
                steps++;
            }
        }
        return steps;
    }

    static <T extends Comparable<T>> T larger(T a, T b) {
        return a.compareTo(b) >= 0 ? a : b;
    }

    static synchronized int locked(Object lock, int a) {
        synchronized (lock) {
            return a + 1;
        }
    }

    static int custom(int a) throws Failure {
        if (a > 3) {
            throw new Failure(a);
        }
        return a;
    }

    static int caught(int a) {
        try {
            return custom(a);
        } catch (Failure e) {
            return e.code;
        }
    }

    static class Failure extends Exception {
        private static final long serialVersionUID = 1L;
        final int code;

        Failure(int code) {
            super("code " + code);
            this.code = code;
        }
    }

    static double mixed(byte b, char c, short s, long l, float f) {
        return b + c + s + l * f;
    }

    static char upper(char c) {
        return c >= 'a' && c <= 'z' ? (char) (c - 32) : c;
    }

    static int compound(byte b) {
        b += 200;
        b <<= 1;
        return b;
    }
}
