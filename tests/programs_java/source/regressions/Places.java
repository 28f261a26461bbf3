package regressions;

import java.util.List;
import java.util.Objects;

/** Where things go wrong. */
public class Places {
    int balance;

    boolean repOK() {
        return balance >= 0;
    }

    void take(int amount) {
        balance -= amount;
    }

    int twice(int x) {
        return 2 * x;
    }

    boolean twice_post(int x, int result) {
        return result >= x;
    }

    static int second(List<Integer> list) {
        return list == null
                ? 0
                : list.get(1) == null ? 1 : 2;
    }

    static Object needed(Object o) {
        return indirectly(o);
    }

    private static Object indirectly(Object o) {
        return Objects.requireNonNull(o);
    }

    static int own(int[] a) {
        int x = a.length; return a[x];
    }
}
