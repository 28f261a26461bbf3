package kiasan;

/** A set of ints in a map, as java.util.TreeSet is one. */
public class RedBlackSet {
    RedBlackMap map = new RedBlackMap();

    // ------------------------------------------------------------------ contract

    boolean repOK() {
        return map != null && map.repOK();
    }

    boolean add_post(int key, boolean result) {
        return map.entry(key) != null;
    }

    boolean remove_post(int key, boolean result) {
        return map.entry(key) == null;
    }

    // ------------------------------------------------------------------ operations

    public boolean isEmpty() {
        return map.isEmpty();
    }

    public boolean contains(int key) {
        return map.entry(key) != null;
    }

    public boolean add(int key) {
        int before = map.size;
        map.put(key, null);
        return map.size != before;
    }

    public boolean remove(int key) {
        int before = map.size;
        map.remove(key);
        return map.size != before;
    }
}
