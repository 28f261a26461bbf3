package invariants;

import java.util.TreeMap;
import java.util.TreeSet;

/** The set is kept in a TreeMap. */
public final class TreeSetInvariant {
    private TreeSetInvariant() {
    }

    public static boolean repOK(TreeSet<?> set) {
        Object map = set.m;
        return map instanceof TreeMap && TreeMapInvariant.repOK((TreeMap<?, ?>) map);
    }
}
