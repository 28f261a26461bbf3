package regressions;

import java.util.Arrays;
import java.util.List;

/** Arrays that are narrower than they are declared. */
public class Stores {
    interface Shape { }

    static class Square implements Shape { }

    static class Circle implements Shape { }

    static final class Alone { }

    Object[] items;

    static int put(Object[] a, Object o) {
        try {
            a[0] = o;
        } catch (ArrayStoreException e) {
            return 1;
        } catch (RuntimeException e) {
            return 2;
        }
        return 3;
    }

    static void shape(Shape[] a, Shape s) {
        a[0] = s;
    }

    static void made(Shape[] a) {
        a[0] = new Circle();
    }

    static void alone(Alone[] a, Alone o) {
        a[0] = o;
    }

    int field(Object o) {
        if (items == null || items.length == 0) {
            return 0;
        }
        items[0] = o;
        return 1;
    }

    static int held(Shape[] a) {
        if (a == null || a.length != 2) {
            return 0;
        }
        Shape first = a[0];
        a[0] = a[1];
        a[1] = first;
        return first instanceof Square ? 1 : 2;
    }

    static void copied(Shape[] from, Shape[] to) {
        if (from != null && to != null && from.length == 1 && to.length == 1) {
            System.arraycopy(from, 0, to, 0, 1);
        }
    }

    static void filled(Object[] a) {
        if (a != null && a.length == 1) {
            Arrays.fill(a, 7);
        }
    }

    static <T> void variable(T[] a, T t) {
        a[0] = t;
    }

    static boolean listed(List<Integer> list) {
        return list.add(3);
    }
}
