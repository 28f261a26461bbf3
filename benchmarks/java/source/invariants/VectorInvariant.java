package invariants;

import java.util.Vector;

/** The elements fit into the array, which grows by little enough to fit into memory; for Stack as
 * well. */
public final class VectorInvariant {
    private static final int MOST_AT_ONCE = 1 << 10;

    private VectorInvariant() {
    }

    public static boolean repOK(Vector<?> v) {
        return v.elementData != null && v.elementCount >= 0
                && v.elementCount <= v.elementData.length && v.capacityIncrement <= MOST_AT_ONCE;
    }
}
