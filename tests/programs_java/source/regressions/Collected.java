package regressions;

import java.util.BitSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.PriorityQueue;

/** Collections that are inputs: what each method assumes holds of all that the JDK makes. */
public class Collected {
    static boolean equal(List<Integer> one, List<Integer> other) {
        return one != null && other != null && one.equals(other);
    }

    static int bits(BitSet bits) {
        return bits == null || bits.isEmpty() ? 0 : 64 / bits.cardinality();
    }

    static boolean removed(HashSet<Integer> set, Integer item) {
        boolean had = set != null && set.contains(item);
        boolean removed = set != null && set.remove(item);
        assert removed == had && (set == null || !set.contains(item));
        return removed;
    }

    static Integer first(LinkedHashMap<Integer, Integer> map) {
        if (map == null || map.isEmpty()) {
            return null;
        }
        Integer key = map.keySet().iterator().next();
        assert map.containsKey(key);
        return map.get(key);
    }

    static int least(PriorityQueue<Integer> queue) {
        return queue == null || queue.isEmpty() ? 0 : queue.poll() - 1;
    }
}
