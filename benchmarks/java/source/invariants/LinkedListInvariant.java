package invariants;

import java.util.LinkedList;

/** A chain of {@code size} nodes, linked both ways; such a chain has no cycle. */
public final class LinkedListInvariant {
    private LinkedListInvariant() {
    }

    public static boolean repOK(LinkedList<?> list) {
        LinkedList.Node<?> before = null;
        int count = 0;
        for (LinkedList.Node<?> n = list.first; n != null; n = n.next) {
            if (n.prev != before) {
                return false;
            }
            before = n;
            count++;
        }
        return before == list.last && count == list.size;
    }
}
