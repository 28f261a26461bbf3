package pkg;

/** Every instruction that a compiler writes. */
public class Opcodes {
    static int shared;
    int own;
    static final long BIG = 1L << 40;

    static int ints(int a, int b) {
        int r = a + b - a * b;
        r = r / (b | 1) % 7;
        r = -r << 3 >> 1 >>> 2;
        r = r & a | b ^ 5;
        r++;
        return (byte) r + (char) r + (short) r;
    }

    static long longs(long a, long b, int s) {
        long r = a + b - a * b;
        r = r / (b | 1L) % 7L;
        r = -r << s >> 1 >>> 2;
        r = r & a | b ^ BIG;
        return a < b ? r : 0L;
    }

    static float floats(float a, float b, float c, float d) {
        float r = -(a + b - a * b / c % 2f) + 0f;
        float q = 1f;
        if (a < b) r = d;
        if (a > b) q = 3.5f;
        return r + q;
    }

    static double doubles(double a, double b) {
        double r = -(a + b - a * b / 3.5 % 2.0) + 0.0;
        if (a < b) r = 1.0;
        return a > b ? r : b;
    }

    static void casts(int i, long l, float f, double d) {
        l = i;
        f = i;
        d = i;
        i = (int) l;
        f = l;
        d = l;
        i = (int) f;
        l = (long) f;
        d = f;
        i = (int) d;
        l = (long) d;
        f = (float) d;
    }

    static Object arrays(int n) {
        boolean[] z = new boolean[n];
        byte[] b = new byte[n];
        char[] c = new char[n];
        short[] s = new short[n];
        int[] i = new int[n];
        long[] l = new long[n];
        float[] f = new float[n];
        double[] d = new double[n];
        Object[] o = new Object[n];
        int[][][] m = new int[n][2][];
        z[0] = true;
        b[0] = b[1];
        c[0] = c[1];
        s[0] = s[1];
        i[0] = i[1];
        l[0] += l[1];
        f[0] = f[1];
        d[0] = d[1];
        o[0] = o[1];
        return m[0][1] == null ? o.length : m;
    }

    static int jumps(int a, int b, Object x, Object y) {
        int r = 0;
        if (a == b) r = 1;
        if (a != b) r = 2;
        if (a < b) r = 3;
        if (a <= b) r = 4;
        if (a > b) r = 5;
        if (a >= b) r = -1;
        if (a == 0) r = 100;
        if (a != 0) r = 1000;
        if (a < 0) r = 100000;
        if (a <= 0) r = 7;
        if (a > 0) r = 8;
        if (a >= 0) r = 9;
        if (x == y) r = 10;
        if (x != y) r = 11;
        if (x == null) r = 12;
        if (x != null) r = 13;
        return r;
    }

    static int dense(int a) {
        switch (a) {
            case -1:
                return 10;
            case 0:
                return 20;
            case 2:
                return 30;
            default:
                return 0;
        }
    }

    static int sparse(int a) {
        switch (a) {
            case -1000000:
                return 1;
            case 0:
                return 2;
            case 1000000:
                return 3;
        }
        return 4;
    }

    static int handlers(Opcodes o) {
        try {
            synchronized (o) {
                return o.own++ + shared++;
            }
        } catch (NullPointerException e) {
            throw new IllegalStateException("null", e);
        } finally {
            shared += 1000;
        }
    }

    static String dynamic(int a, String b, Runnable r) {
        Runnable q = () -> r.run();
        q.run();
        java.util.function.Supplier<String> s = b::trim;
        return "a=" + a + s.get() + (r instanceof Thread ? ((Thread) r).getName() : "");
    }

    long grow(long[] at, int i) {
        return at[i]++ + (own += 2);
    }

    static int wide(long a, Object b) {
        long l0 = a, l1 = a, l2 = a, l3 = a, l4 = a, l5 = a, l6 = a, l7 = a, l8 = a, l9 = a, l10
                = a, l11 = a, l12 = a, l13 = a, l14 = a, l15 = a, l16 = a, l17 = a, l18 = a, l19
                = a, l20 = a, l21 = a, l22 = a, l23 = a, l24 = a, l25 = a, l26 = a, l27 = a, l28
                = a, l29 = a, l30 = a, l31 = a, l32 = a, l33 = a, l34 = a, l35 = a, l36 = a, l37
                = a, l38 = a, l39 = a, l40 = a, l41 = a, l42 = a, l43 = a, l44 = a, l45 = a, l46
                = a, l47 = a, l48 = a, l49 = a, l50 = a, l51 = a, l52 = a, l53 = a, l54 = a, l55
                = a, l56 = a, l57 = a, l58 = a, l59 = a, l60 = a, l61 = a, l62 = a, l63 = a, l64
                = a, l65 = a, l66 = a, l67 = a, l68 = a, l69 = a, l70 = a, l71 = a, l72 = a, l73
                = a, l74 = a, l75 = a, l76 = a, l77 = a, l78 = a, l79 = a, l80 = a, l81 = a, l82
                = a, l83 = a, l84 = a, l85 = a, l86 = a, l87 = a, l88 = a, l89 = a, l90 = a, l91
                = a, l92 = a, l93 = a, l94 = a, l95 = a, l96 = a, l97 = a, l98 = a, l99 = a,
                l100 = a, l101 = a, l102 = a, l103 = a, l104 = a, l105 = a, l106 = a, l107 = a,
                l108 = a, l109 = a, l110 = a, l111 = a, l112 = a, l113 = a, l114 = a, l115 = a,
                l116 = a, l117 = a, l118 = a, l119 = a, l120 = a, l121 = a, l122 = a, l123 = a,
                l124 = a, l125 = a, l126 = a, l127 = a;
        int v = 1;
        float f = 2;
        double d = 3;
        Object o = b;
        v += 1000;
        l127 = v;
        return v + (int) l127 + (int) f + (int) d + o.hashCode();
    }

    Class<?> literal() {
        return Opcodes[].class;
    }
}
