package invariants;

import java.util.TreeMap;

/** A red-black tree of Integer keys in their natural order, with parents. */
public final class TreeMapInvariant {
    private static final boolean RED = false;

    private TreeMapInvariant() {
    }

    public static boolean repOK(TreeMap<?, ?> map) {
        TreeMap.Entry<?, ?> root = map.root;
        if (map.comparator != null) {
            return false;
        }
        if (root != null && (root.parent != null || root.color == RED)) {
            return false;
        }
        return checkedBlacks(root, null, null) >= 0 && count(root) == map.size;
    }

    /** The black entries on every way down from {@code e}, or -1 if something is wrong. */
    private static int checkedBlacks(TreeMap.Entry<?, ?> e, Integer low, Integer high) {
        if (e == null) {
            return 0;
        }
        if (!(e.key instanceof Integer)) {
            return -1;
        }
        Integer key = (Integer) e.key;
        if (low != null && key <= low || high != null && key >= high) {
            return -1;
        }
        if (e.left != null && (e.left.parent != e || e.color == RED && e.left.color == RED)) {
            return -1;
        }
        int left = checkedBlacks(e.left, low, key);
        if (left < 0) {
            return -1;
        }
        if (e.right != null && (e.right.parent != e || e.color == RED && e.right.color == RED)) {
            return -1;
        }
        int right = checkedBlacks(e.right, key, high);
        if (right != left) {
            return -1;
        }
        return e.color == RED ? left : left + 1;
    }

    private static int count(TreeMap.Entry<?, ?> e) {
        return e == null ? 0 : 1 + count(e.left) + count(e.right);
    }
}
