package lissa;

import korat.finitization.IFinitization;
import korat.finitization.IObjSet;

/** A hash map from ints to lists, with eight buckets. */
public class ListMap {
    static final class Entry {
        int key;
        LinkedList value;
        int hash;
        Entry next;

        Entry(int key, LinkedList value, int hash, Entry next) {
            this.key = key;
            this.value = value;
            this.hash = hash;
            this.next = next;
        }
    }

    Entry e0;
    Entry e1;
    Entry e2;
    Entry e3;
    Entry e4;
    Entry e5;
    Entry e6;
    Entry e7;
    int size;

    /** So many entries, which maps lead to. */
    static IObjSet entries(IFinitization f, int count) {
        IObjSet entries = f.createObjSet(Entry.class, count, true);
        for (int i = 0; i < 8; i++) {
            f.set(ListMap.class, "e" + i, entries);
        }
        f.set(Entry.class, "next", entries);
        return entries;
    }

    /** Of chains that are good; values may be missing. */
    boolean valuesAreGood() {
        return values(e0) && values(e1) && values(e2) && values(e3)
                && values(e4) && values(e5) && values(e6) && values(e7);
    }

    private static boolean values(Entry first) {
        for (Entry e = first; e != null; e = e.next) {
            if (e.value != null && !e.value.isCircular()) {
                return false;
            }
        }
        return true;
    }

    /** Only sides 0 and 1 have data. */
    boolean lastBucketsAreEmpty() {
        return e2 == null && e3 == null && e4 == null && e5 == null && e6 == null && e7 == null;
    }

    /** No entry is in two places, the buckets looked at in order; nothing else is looked at. */
    boolean chainsAreGood(Identities visited) {
        return chain(e0, visited) && chain(e1, visited) && chain(e2, visited)
                && chain(e3, visited) && chain(e4, visited) && chain(e5, visited)
                && chain(e6, visited) && chain(e7, visited);
    }

    private static boolean chain(Entry first, Identities visited) {
        for (Entry e = first; e != null; e = e.next) {
            if (!visited.add(e)) {
                return false;
            }
        }
        return true;
    }

    // ------------------------------------------------------------------ operations

    LinkedList get(int key) {
        Entry e = find(key);
        return e == null ? null : e.value;
    }

    boolean containsKey(int key) {
        return find(key) != null;
    }

    LinkedList put(int key, LinkedList value) {
        Entry e = find(key);
        if (e != null) {
            LinkedList old = e.value;
            e.value = value;
            return old;
        }
        int index = key & 7;
        setBucket(index, new Entry(key, value, key, bucket(index)));
        return null;
    }

    private Entry find(int key) {
        for (Entry e = bucket(key & 7); e != null; e = e.next) {
            if (e.hash == key && e.key == key) {
                return e;
            }
        }
        return null;
    }

    private Entry bucket(int index) {
        switch (index) {
            case 0:
                return e0;
            case 1:
                return e1;
            case 2:
                return e2;
            case 3:
                return e3;
            case 4:
                return e4;
            case 5:
                return e5;
            case 6:
                return e6;
            default:
                return e7;
        }
    }

    private void setBucket(int index, Entry e) {
        switch (index) {
            case 0:
                e0 = e;
                break;
            case 1:
                e1 = e;
                break;
            case 2:
                e2 = e;
                break;
            case 3:
                e3 = e;
                break;
            case 4:
                e4 = e;
                break;
            case 5:
                e5 = e;
                break;
            case 6:
                e6 = e;
                break;
            default:
                e7 = e;
                break;
        }
    }
}
