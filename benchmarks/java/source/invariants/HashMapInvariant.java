package invariants;

import java.util.HashMap;

/** Every node is in the bucket of its hash, which is that of its key; no key occurs twice. Keys are
 * Integers or null; buckets are lists, not yet trees. */
public final class HashMapInvariant {
    private static final int MOST_BUCKETS = 64;

    private HashMapInvariant() {
    }

    public static boolean repOK(HashMap<?, ?> map) {
        HashMap.Node<?, ?>[] table = map.table;
        if (map.loadFactor != 0.75f) {
            return false;
        }
        if (table == null) {
            // The threshold is then the size of the table to come; 0 is the default.
            return map.size == 0 && map.threshold >= 0 && map.threshold <= MOST_BUCKETS
                    && (map.threshold & (map.threshold - 1)) == 0;
        }
        if (table.length < 1 || (table.length & (table.length - 1)) != 0
                || map.threshold != table.length * 3 / 4) {
            return false;
        }
        int count = 0;
        for (int i = 0; i < table.length; i++) {
            for (HashMap.Node<?, ?> n = table[i]; n != null; n = n.next) {
                if (n.getClass() != HashMap.Node.class || n.hash != hash(n.key)) {
                    return false;
                }
                if ((n.hash & (table.length - 1)) != i || occursBefore(table[i], n)) {
                    return false;
                }
                count++;
            }
        }
        return count == map.size;
    }

    private static int hash(Object key) {
        if (!(key instanceof Integer)) {
            return 0;
        }
        int value = (Integer) key;
        return value ^ value >>> 16;
    }

    /** Whether a node has the key of one before it, or leads back to one or to itself. */
    private static boolean occursBefore(HashMap.Node<?, ?> first, HashMap.Node<?, ?> n) {
        for (HashMap.Node<?, ?> each = first; each != n.next; each = each.next) {
            if (each == n) {
                return false;
            }
            if (each.key == n.key || equal(each.key, n.key)) {
                return true;
            }
        }
        return true;
    }

    private static boolean equal(Object a, Object b) {
        return a instanceof Integer && b instanceof Integer
                && ((Integer) a).intValue() == ((Integer) b).intValue();
    }
}
