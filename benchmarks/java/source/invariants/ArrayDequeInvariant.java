package invariants;

import java.util.ArrayDeque;

/** From {@code head} round to {@code tail} there are elements, elsewhere there are none. */
public final class ArrayDequeInvariant {
    private ArrayDequeInvariant() {
    }

    public static boolean repOK(ArrayDeque<?> d) {
        Object[] items = d.elements;
        if (items == null || items.length < 1) {
            return false;
        }
        if (d.head < 0 || d.head >= items.length || d.tail < 0 || d.tail >= items.length) {
            return false;
        }
        boolean inside = d.head > d.tail;
        for (int i = 0; i < items.length; i++) {
            if (i == d.head) {
                inside = d.head != d.tail;
            }
            if (i == d.tail) {
                inside = false;
            }
            if (inside != (items[i] != null)) {
                return false;
            }
        }
        return true;
    }
}
