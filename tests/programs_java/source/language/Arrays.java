package language;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;

/** Arrays of all kinds under instanceof, casts, stores, erased type parameters and lambdas. */
final class Arrays {
    private Arrays() {
    }

    static int rev(int a, int b) {
        int[][] ps = {{a}, {b}};
        java.util.Arrays.sort(ps, Comparator.<int[]>comparingInt(p -> p[0]).reversed());
        return ps[0][0];
    }
    static int cmp(int a, int b) {
        Comparator<int[]> c = Comparator.comparingInt(p -> p[0]);
        return c.compare(new int[]{a}, new int[]{b});
    }
    static int cmpRev(int a, int b) {
        Comparator<int[]> c = Comparator.<int[]>comparingInt(p -> p[0]).reversed();
        return c.compare(new int[]{a}, new int[]{b});
    }
    static int list(int a, int b) {
        List<int[]> l = new ArrayList<>();
        l.add(new int[]{a}); l.add(new int[]{b});
        l.sort((p, q) -> Integer.compare(q[0], p[0]));
        return l.get(0)[0];
    }
    static int inputs(int[] x, int[] y) {
        if (x == null || y == null || x.length == 0 || y.length == 0) return -7;
        Comparator<int[]> c = Comparator.<int[]>comparingInt(p -> p[0]).reversed();
        return c.compare(x, y);
    }
    static int heap(int a, int b) {
        PriorityQueue<int[]> q = new PriorityQueue<>((p, r) -> p[0] - r[0]);
        q.add(new int[]{a, 1}); q.add(new int[]{b, 2});
        return q.poll()[1];
    }
    static int kinds(int k) {
        Object o;
        switch (k) {
            case 0: o = new int[1]; break;
            case 1: o = new Object[1]; break;
            case 2: o = new String[1]; break;
            case 3: o = new int[1][1]; break;
            case 4: o = new Integer[1]; break;
            case 5: o = new long[0]; break;
            case 6: o = new boolean[0]; break;
            case 7: o = new byte[0]; break;
            case 8: o = new char[0]; break;
            case 9: o = new String[1][]; break;
            default: o = null;
        }
        int r = 0;
        if (o instanceof int[]) r |= 1;
        if (o instanceof Object[]) r |= 2;
        if (o instanceof String[]) r |= 4;
        if (o instanceof int[][]) r |= 8;
        if (o instanceof Number[]) r |= 16;
        if (o instanceof Comparable[]) r |= 32;
        if (o instanceof Object[][]) r |= 64;
        if (o instanceof Cloneable) r |= 128;
        if (o instanceof java.io.Serializable) r |= 256;
        if (o instanceof Cloneable[]) r |= 512;
        if (o instanceof boolean[]) r |= 1024;
        if (o instanceof byte[]) r |= 2048;
        if (o instanceof char[]) r |= 4096;
        if (o instanceof CharSequence[][]) r |= 8192;
        return r;
    }
    static int casts(Object o, int k) {
        switch (k) {
            case 0: return ((int[]) o).length;
            case 1: return ((Object[]) o).length;
            default: return 0;
        }
    }
    static boolean castUp(int k) {
        Object o = k == 0 ? new String[2] : k == 1 ? new int[2][2] : new Integer[2];
        Object[] a = (Object[]) o;
        Comparable<?>[] c = (Comparable<?>[]) a;
        return c.length == 2;
    }
    static boolean classes(int k) {
        Object o = k == 0 ? new String[2] : k == 1 ? new int[2][2] : new Integer[2];
        return o.getClass() == Integer[].class || o.getClass() == int[][].class;
    }
    static String names(int k) {
        Object o = k == 0 ? new String[2] : k == 1 ? new int[2][2] : new Integer[2];
        return o.getClass().getName() + o.getClass().getSimpleName() + o.getClass().getComponentType().getName() + o.getClass().isArray();
    }
    static int store(String[] s, int k) {
        Object[] a = s;
        if (k == 0) a[0] = 1; else a[0] = "x";
        return a.length;
    }
    static int storeGrid(int[][] s, Object v) {
        Object[] a = s;
        a[0] = v;
        return a.length;
    }
    static int cloned(int[][] g) {
        int[][] c = g.clone();
        return c[0] == g[0] ? c.length : -1;
    }
    static int gen(int a) {
        return pick(new int[]{a}, new int[]{a + 1}, a > 3)[0];
    }
    static <T> T pick(T x, T y, boolean b) { return b ? x : y; }
    static int opt(int a) { return Optional.of(new int[]{a}).map(p -> p[0] + 1).get(); }
    static int map(int k) {
        Map<Integer, int[]> m = new HashMap<>();
        m.computeIfAbsent(3, z -> new int[2])[1] += k;
        return m.get(3)[1];
    }
}
