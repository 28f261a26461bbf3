package invariants;

import java.util.ArrayList;

/** The elements fit into the array. */
public final class ArrayListInvariant {
    private ArrayListInvariant() {
    }

    public static boolean repOK(ArrayList<?> list) {
        return list.elementData != null && list.size >= 0 && list.size <= list.elementData.length;
    }
}
