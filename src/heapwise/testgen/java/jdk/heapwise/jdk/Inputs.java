package heapwise.jdk;

import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * One collection for each contents: what inputs are where nobody can see how a collection keeps its
 * items. All of them satisfy {@link Invariants}.
 */
public final class Inputs {
    private static final boolean RED = false;
    private static final int MOST = 7;

    private Inputs() {
    }

    /** From the first place on; the next item makes the array larger. */
    public static boolean arrayDeque(ArrayDeque<?> deque) {
        Object[] array = deque.elements;
        if (array == null || deque.head != 0 || deque.tail < 0 || array.length != deque.tail + 1) {
            return false;
        }
        for (int i = 0; i < deque.tail; i++) {
            if (array[i] == null) {
                return false;
            }
        }
        return array[deque.tail] == null;
    }

    public static boolean linkedList(LinkedList<?> list) {
        return Invariants.linkedList(list);
    }

    /** No more room than is needed. */
    public static boolean priorityQueue(PriorityQueue<?> queue) {
        Object[] array = queue.queue;
        if (array == null || queue.size < 0 || array.length != (queue.size == 0 ? 1 : queue.size)) {
            return false;
        }
        try {
            return (queue.size > 0 || array[0] == null) && Invariants.isHeap(queue);
        } catch (RuntimeException e) {
            return false;
        }
    }

    /** As few words as there can be. */
    public static boolean bitSet(BitSet set) {
        long[] words = set.words;
        return words != null && words.length == set.wordsInUse && !set.sizeIsSticky
                && (words.length == 0 || words[words.length - 1] != 0);
    }

    /**
     * All entries in one place, in any order: what {@code new HashMap<>(1, 7f)} makes of up to seven.
     */
    public static boolean hashMap(HashMap<?, ?> map) {
        return isOnePlace(map, MOST) && hasEntries(map);
    }

    /** The same, and a fourth entry makes the table larger. */
    public static boolean smallHashMap(HashMap<?, ?> map) {
        if (map.table == null) {
            return map.size == 0 && map.threshold == 0 && map.loadFactor == 0.75f
                    && hasNoList(map);
        }
        return isOnePlace(map, map.size <= 3 ? 3 : MOST) && hasEntries(map);
    }

    private static boolean hasNoList(HashMap<?, ?> map) {
        if (!(map instanceof LinkedHashMap)) {
            return true;
        }
        LinkedHashMap<?, ?> linked = (LinkedHashMap<?, ?>) map;
        return linked.head == null && linked.tail == null;
    }

    private static boolean isOnePlace(HashMap<?, ?> map, int most) {
        return map.table != null && map.table.length == 1 && map.loadFactor == most
                && map.threshold == most && map.size >= 0 && map.size <= most;
    }

    private static boolean hasEntries(HashMap<?, ?> map) {
        try {
            return map instanceof LinkedHashMap ? isList((LinkedHashMap<?, ?>) map)
                    : countedNodes(map) == map.size;
        } catch (RuntimeException e) {
            return false;
        }
    }

    /** The nodes of a plain map, or -1 if something is wrong. */
    private static int countedNodes(HashMap<?, ?> map) {
        HashMap.Node<?, ?> first = map.table[0];
        int count = 0;
        for (HashMap.Node<?, ?> node = first; node != null; node = node.next) {
            if (node instanceof LinkedHashMap.Entry || !isNext(first, count, node)) {
                return -1;
            }
            count++;
        }
        return count;
    }

    /** Is it another node than so many before it, with another key, and the right hash code? */
    private static boolean isNext(HashMap.Node<?, ?> first, int count, HashMap.Node<?, ?> node) {
        HashMap.Node<?, ?> each = first;
        for (int i = 0; i < count; i++) {
            if (each == node || each.key == node.key
                    || node.key != null && node.key.equals(each.key)) {
                return false;
            }
            each = each.next;
        }
        return node.hash == Invariants.spread(node.key);
    }

    /** Entries are in the place in the order of the list. */
    private static boolean isList(LinkedHashMap<?, ?> map) {
        HashMap.Node<?, ?> first = map.table[0];
        if (map.head != first || map.accessOrder) {
            return false;
        }
        LinkedHashMap.Entry<?, ?> before = null;
        int count = 0;
        for (LinkedHashMap.Entry<?, ?> entry = map.head; entry != null; entry = entry.after) {
            if (entry.before != before || entry.next != entry.after
                    || !isNext(first, count, entry)) {
                return false;
            }
            before = entry;
            count++;
        }
        return map.tail == before && map.size == count;
    }

    public static boolean hashSet(HashSet<?> set) {
        return isSetOf(set, set.map) && hashMap(set.map) && hasValues(set.map);
    }

    public static boolean smallHashSet(HashSet<?> set) {
        return isSetOf(set, set.map) && smallHashMap(set.map)
                && (set.map.table == null || hasValues(set.map));
    }

    private static boolean isSetOf(HashSet<?> set, HashMap<?, ?> map) {
        return map != null && map instanceof LinkedHashMap == set instanceof LinkedHashSet;
    }

    private static boolean hasValues(HashMap<?, ?> map) {
        for (HashMap.Node<?, ?> node = map.table[0]; node != null; node = node.next) {
            if (node.value == null) {
                return false;
            }
        }
        return true;
    }

    /** Of the shape that the JDK makes of a sorted map. */
    public static boolean treeMap(TreeMap<?, ?> map) {
        if (map.comparator != null) {
            return false;
        }
        try {
            int count = countedEntries(map.root, null, null, null);
            int red = 31 - Integer.numberOfLeadingZeros(count + 1);
            return count >= 0 && count == map.size && isColoured(map.root, 0, red);
        } catch (RuntimeException e) {
            return false;
        }
    }

    /** Those of a balanced tree, or -1 if something is wrong. */
    private static int countedEntries(TreeMap.Entry<?, ?> entry, TreeMap.Entry<?, ?> parent,
            Object low, Object high) {
        if (entry == null) {
            return 0;
        }
        Object key = entry.key;
        if (entry.parent != parent || !(key instanceof Comparable)
                || low != null && !Invariants.isLess(low, key)
                || high != null && !Invariants.isLess(key, high)) {
            return -1;
        }
        int left = countedEntries(entry.left, entry, low, key);
        if (left < 0) {
            return -1;
        }
        int right = countedEntries(entry.right, entry, key, high);
        return right == left || right == left + 1 ? left + 1 + right : -1;
    }

    private static boolean isColoured(TreeMap.Entry<?, ?> entry, int level, int red) {
        return entry == null || entry.color == RED == (level == red)
                && isColoured(entry.left, level + 1, red)
                && isColoured(entry.right, level + 1, red);
    }

    public static boolean treeSet(TreeSet<?> set) {
        if (!((Object) set.m instanceof TreeMap)) {
            return false;
        }
        TreeMap<?, ?> map = (TreeMap<?, ?>) (Object) set.m;
        return treeMap(map) && Invariants.hasValues(map.root);
    }

    /** In place of {@link HashSet#remove}: inputs have other values than the class itself. */
    public static boolean remove(HashSet<?> set, Object item) {
        return set.map.remove(item) != null;
    }

    /** In place of {@link TreeSet#remove}. */
    public static boolean remove(TreeSet<?> set, Object item) {
        return set.m.remove(item) != null;
    }
}
