package heapwise.jdk;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.Vector;

/**
 * What holds of every collection that public methods of the JDK make. Left out are maps with places
 * whose entries are a tree (there must be 64 places), and orders by a comparator.
 */
public final class Invariants {
    private static final boolean RED = false;

    private Invariants() {
    }

    public static boolean arrayList(ArrayList<?> list) {
        return isFilled(list.elementData, list.size);
    }

    public static boolean vector(Vector<?> list) {
        return isFilled(list.elementData, list.elementCount);
    }

    /** Room for so many items, and null behind them. */
    private static boolean isFilled(Object[] array, int size) {
        if (array == null || size < 0 || size > array.length) {
            return false;
        }
        for (int i = size; i < array.length; i++) {
            if (array[i] != null) {
                return false;
            }
        }
        return true;
    }

    /** Items from head to tail, going round; null is none, and is everywhere else. */
    public static boolean arrayDeque(ArrayDeque<?> deque) {
        Object[] array = deque.elements;
        if (array == null || array.length == 0) {
            return false;
        }
        int head = deque.head;
        int tail = deque.tail;
        if (head < 0 || tail < 0 || head >= array.length || tail >= array.length) {
            return false;
        }
        for (int i = 0; i < array.length; i++) {
            boolean used = head <= tail ? head <= i && i < tail : head <= i || i < tail;
            if (used != (array[i] != null)) {
                return false;
            }
        }
        return true;
    }

    public static boolean linkedList(LinkedList<?> list) {
        LinkedList.Node<?> before = null;
        int count = 0;
        for (LinkedList.Node<?> node = list.first; node != null; node = node.next) {
            if (node.prev != before) {
                return false;
            }
            before = node;
            count++;
        }
        return list.last == before && list.size == count;
    }

    /** No item is less than the one at half its index. */
    public static boolean priorityQueue(PriorityQueue<?> queue) {
        return queue.queue != null && queue.queue.length > 0
                && isFilled(queue.queue, queue.size) && isHeap(queue);
    }

    static boolean isHeap(PriorityQueue<?> queue) {
        Object[] array = queue.queue;
        if (queue.comparator != null) {
            return false;
        }
        for (int i = 0; i < queue.size; i++) {
            if (!(array[i] instanceof Comparable) || i > 0 && !isAscending(array[(i - 1) / 2], array[i])) {
                return false;
            }
        }
        return true;
    }

    @SuppressWarnings("unchecked")
    private static boolean isAscending(Object one, Object other) {
        return ((Comparable<Object>) one).compareTo(other) <= 0;
    }

    public static boolean hashMap(HashMap<?, ?> map) {
        if (map instanceof LinkedHashMap) {
            return linkedHashMap((LinkedHashMap<?, ?>) map);
        }
        return isTable(map) && hasEntries(map);
    }

    /**
     * The number of places is a power of 2, and so many entries are allowed for each; {@code merge}
     * adds one before it looks.
     */
    private static boolean isTable(HashMap<?, ?> map) {
        if (!(map.loadFactor > 0)) {
            return false;
        }
        if (map.table == null) {
            int wanted = map.threshold;
            return map.size == 0 && wanted >= 0 && (wanted & wanted - 1) == 0;
        }
        int length = map.table.length;
        return length > 0 && (length & length - 1) == 0 && map.size - 1 <= map.threshold
                && (length > 8 || map.threshold == (int) (length * map.loadFactor));
    }

    /** Every entry is in the place of its hash code, and its key there alone. */
    private static boolean hasEntries(HashMap<?, ?> map) {
        if (map.table == null) {
            return true;
        }
        int count = 0;
        for (int i = 0; i < map.table.length; i++) {
            for (HashMap.Node<?, ?> node = map.table[i]; node != null; node = node.next) {
                count++;
                if (count > map.size || node.hash != spread(node.key)
                        || (map.table.length - 1 & node.hash) != i || isBefore(map.table[i], node)) {
                    return false;
                }
            }
        }
        return count == map.size;
    }

    static int spread(Object key) {
        if (key == null) {
            return 0;
        }
        int hash = key.hashCode();
        return hash ^ hash >>> 16;
    }

    /** Is there an entry with the same key before this one? */
    private static boolean isBefore(HashMap.Node<?, ?> first, HashMap.Node<?, ?> node) {
        for (HashMap.Node<?, ?> each = first; each != node; each = each.next) {
            if (each.hash == node.hash
                    && (each.key == node.key || node.key != null && node.key.equals(each.key))) {
                return true;
            }
        }
        return false;
    }

    public static boolean linkedHashMap(LinkedHashMap<?, ?> map) {
        return isTable(map) && hasEntries(map) && isLinked(map);
    }

    /** The entries, and no others, are in a list with both directions. */
    private static boolean isLinked(LinkedHashMap<?, ?> map) {
        LinkedHashMap.Entry<?, ?> before = null;
        int count = 0;
        for (LinkedHashMap.Entry<?, ?> entry = map.head; entry != null; entry = entry.after) {
            count++;
            if (count > map.size || entry.before != before || !isIn(map, entry)) {
                return false;
            }
            before = entry;
        }
        return map.tail == before && count == map.size;
    }

    private static boolean isIn(HashMap<?, ?> map, HashMap.Node<?, ?> entry) {
        HashMap.Node<?, ?> node = map.table[map.table.length - 1 & entry.hash];
        while (node != null && node != entry) {
            node = node.next;
        }
        return node != null;
    }

    /** All values are one object that the class has for it. */
    public static boolean hashSet(HashSet<?> set) {
        HashMap<?, ?> map = set.map;
        boolean isLinked = set instanceof LinkedHashSet;
        return map != null && map instanceof LinkedHashMap == isLinked && hashMap(map)
                && hasValues(map);
    }

    private static boolean hasValues(HashMap<?, ?> map) {
        if (map.table == null) {
            return true;
        }
        for (int i = 0; i < map.table.length; i++) {
            for (HashMap.Node<?, ?> node = map.table[i]; node != null; node = node.next) {
                if (node.value == null) {
                    return false;
                }
            }
        }
        return true;
    }

    /** A red-black tree with parents, in the natural order of its keys. */
    public static boolean treeMap(TreeMap<?, ?> map) {
        TreeMap.Entry<?, ?> root = map.root;
        if (map.comparator != null) {
            return false;
        }
        if (root != null && (root.parent != null || root.color == RED)) {
            return false;
        }
        return blacks(root, null, null) >= 0 && count(root) == map.size;
    }

    /** The black entries on every way down from {@code entry}, or -1 if something is wrong. */
    private static int blacks(TreeMap.Entry<?, ?> entry, Object low, Object high) {
        if (entry == null) {
            return 0;
        }
        Object key = entry.key;
        if (!(key instanceof Comparable) || low != null && !isLess(low, key)
                || high != null && !isLess(key, high)) {
            return -1;
        }
        if (!isChild(entry, entry.left) || !isChild(entry, entry.right)) {
            return -1;
        }
        int left = blacks(entry.left, low, key);
        if (left < 0) {
            return -1;
        }
        int right = blacks(entry.right, key, high);
        if (right != left) {
            return -1;
        }
        return entry.color == RED ? left : left + 1;
    }

    private static boolean isChild(TreeMap.Entry<?, ?> entry, TreeMap.Entry<?, ?> child) {
        return child == null
                || child.parent == entry && !(entry.color == RED && child.color == RED);
    }

    @SuppressWarnings("unchecked")
    static boolean isLess(Object one, Object other) {
        return ((Comparable<Object>) one).compareTo(other) < 0;
    }

    private static int count(TreeMap.Entry<?, ?> entry) {
        return entry == null ? 0 : 1 + count(entry.left) + count(entry.right);
    }

    public static boolean treeSet(TreeSet<?> set) {
        if (!((Object) set.m instanceof TreeMap)) {
            return false;
        }
        TreeMap<?, ?> map = (TreeMap<?, ?>) (Object) set.m;
        return treeMap(map) && hasValues(map.root);
    }

    static boolean hasValues(TreeMap.Entry<?, ?> entry) {
        return entry == null
                || entry.value != null && hasValues(entry.left) && hasValues(entry.right);
    }

    /** The last word in use is not 0, and all behind it are. */
    public static boolean bitSet(BitSet set) {
        long[] words = set.words;
        int used = set.wordsInUse;
        if (words == null || used < 0 || used > words.length) {
            return false;
        }
        if (used > 0 && words[used - 1] == 0) {
            return false;
        }
        for (int i = used; i < words.length; i++) {
            if (words[i] != 0) {
                return false;
            }
        }
        return true;
    }
}
