package regressions;

import java.util.HashSet;

/** Entries with `equals` and no `hashCode`: two that are equal hardly ever meet in a table. */
public class Keyed {
    static class Entry {
        int key;
        Entry next;

        @Override public boolean equals(Object o) {
            return o instanceof Entry && ((Entry) o).key == key;
        }
    }

    Entry head;

    boolean repOK() {
        HashSet<Entry> seen = new HashSet<>();
        for (Entry e = head; e != null; e = e.next) {
            if (!seen.add(e)) {
                return false;
            }
        }
        return true;
    }

    int look() {
        if (head == null || head.next == null) {
            return 0;
        }
        return head.key == head.next.key ? 2 : 1;
    }
}
