package invariants;

import java.util.PriorityQueue;

/** A heap of Integers in their natural order. */
public final class PriorityQueueInvariant {
    private PriorityQueueInvariant() {
    }

    public static boolean repOK(PriorityQueue<?> q) {
        if (q.comparator != null || q.queue == null || q.queue.length < 1) {
            return false;
        }
        if (q.size < 0 || q.size > q.queue.length) {
            return false;
        }
        for (int i = 0; i < q.size; i++) {
            if (!(q.queue[i] instanceof Integer)) {
                return false;
            }
            if (i > 0 && (Integer) q.queue[i] < (Integer) q.queue[(i - 1) >>> 1]) {
                return false;
            }
        }
        return true;
    }
}
