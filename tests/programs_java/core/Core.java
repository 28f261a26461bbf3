package core;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.TreeMap;
import java.util.function.IntBinaryOperator;
import java.util.function.Supplier;

/** One small method for each thing that bytecode does. */
public class Core {
    static class Node {
        int val;
        Node next;
        boolean flag;

        Node(int val, Node next) {
            this.val = val;
            this.next = next;
        }
    }

    interface Shape {
        int area();

        default int twice() {
            return 2 * area();
        }
    }

    static class Square implements Shape {
        int side;

        public int area() {
            return side * side;
        }
    }

    static class Odd implements Shape {
        public int area() {
            return 0;
        }

        public int twice() {
            return -1;
        }
    }

    enum Color {
        RED, GREEN {
            @Override
            int weight() {
                return 5;
            }
        };

        int weight() {
            return ordinal();
        }
    }

    record Point(int x, Object tag) {
    }

    static int counter = 5;
    static int[] table = {1, 2, 3};
    int x;
    Node head;
    Color color;

    static int abs(int a) {
        return a < 0 ? -a : a;
    }

    static int divide(int a, int b) {
        try {
            return a / b;
        } catch (ArithmeticException e) {
            return -1;
        } finally {
            counter++;
        }
    }

    static int sum(Node n) {
        int s = 0;
        while (n != null) {
            s += n.val;
            n = n.next;
        }
        return s;
    }

    static boolean both(Node n, boolean b) {
        return n != null && n.flag && !b;
    }

    static int choose(int k) {
        switch (k) {
            case 1:
                return 10;
            case 2:
            case 3:
                return 20;
            case 1000:
                return 5;
            default:
                return 0;
        }
    }

    static int forever(int n) {
        return forever(n);
    }

    static void spin(int n) {
        while (n == n) {
        }
    }

    static int max(int[] a) {
        int m = a[0];
        for (int i = 1; i < a.length; i++) {
            if (a[i] > m) {
                m = a[i];
            }
        }
        return m;
    }

    static void check(int x) {
        if (x == 3) {
            throw new IllegalStateException("three");
        }
        assert x != 5 : "five";
    }

    static long longs(long a, int b) {
        long c = a + b;
        return c > 10L ? c : -c;
    }

    static boolean order(double a, double b) {
        return a < b;
    }

    static int shape(Shape s) {
        return s.twice();
    }

    static int statics(int i) {
        counter += i;
        return counter + table[1];
    }

    static byte bytes(byte[] b, byte c) {
        b[0] = (byte) (c + 1);
        return b[0];
    }

    static char chars(char[] c) {
        return (char) (c[0] + 1);
    }

    static boolean booleans(boolean[] b, int i) {
        return b[i] ^ true;
    }

    static int grid(int n) {
        int[][] a = new int[2][3];
        a[1][2] = n;
        return a[1][2] + a[0].length;
    }

    static Object cast(Object o) {
        return (Integer) o;
    }

    static int store(Object[] a, Object o) {
        Object[] strings = new String[1];
        try {
            strings[0] = o;
        } catch (ArrayStoreException e) {
            return -1;
        }
        a[0] = o;
        return a.length;
    }

    static int lambda(int n) {
        IntBinaryOperator f = (a, b) -> a * b + n;
        Supplier<Integer> g = () -> f.applyAsInt(2, 3);
        IntBinaryOperator h = Math::max;
        return h.applyAsInt(g.get(), 7);
    }

    static String text(int a, Object o) {
        return "a=" + a + o;
    }

    static boolean record(int a, int b) {
        return new Point(a, null).equals(new Point(b, null));
    }

    static int color(Color c) {
        switch (c) {
            case RED:
                return 1;
            default:
                return c.weight();
        }
    }

    static boolean sameColor(Core a, Core b) {
        return a.color == b.color;
    }

    static int list(int n) {
        ArrayList<Integer> l = new ArrayList<>();
        l.add(n);
        l.add(3);
        return l.get(0) + l.size();
    }

    static int tree(int n) {
        TreeMap<Integer, Integer> t = new TreeMap<>();
        t.put(n, 1);
        t.put(3, 2);
        return t.get(3) + t.size();
    }

    static int hash(int n) {
        HashMap<Integer, Integer> t = new HashMap<>();
        t.put(n, 1);
        t.put(3, 2);
        return t.get(3) + t.size();
    }

    static int nested(int a) {
        try {
            try {
                if (a > 0) {
                    throw new IllegalArgumentException();
                }
                return 1;
            } finally {
                a++;
            }
        } catch (RuntimeException e) {
            return a;
        }
    }

    int shuffle(int a) {
        return x += a++ + ++a;
    }

    static Node fresh(int v, Node n) {
        return new Node(v, new Node(v + 1, n));
    }
}
