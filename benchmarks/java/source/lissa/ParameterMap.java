package lissa;

import gov.nasa.jpf.vm.Verify;
import korat.finitization.IFinitization;
import korat.finitization.IObjSet;

/** A hash map from strings to parameters with sixteen buckets. Strings are opaque: each call may find another hash for a key, and whether two keys
 * are equal is open whenever it is asked. */
public class ParameterMap {
    static final class Entry {
        String key;
        Parameter value;
        int hash;
        Entry next;

        Entry(String key, Parameter value, int hash, Entry next) {
            this.key = key;
            this.value = value;
            this.hash = hash;
            this.next = next;
        }

        /** Stands for `key.equals(other)`. */
        boolean hasKey(String other) {
            return Verify.getBoolean();
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
    Entry e8;
    Entry e9;
    Entry e10;
    Entry e11;
    Entry e12;
    Entry e13;
    Entry e14;
    Entry e15;
    int size;

    /** No entry is in two places, the buckets looked at in order; nothing else is looked at. */
    boolean chainsAreGood(Identities visited) {
        return chain(e0, visited) && chain(e1, visited) && chain(e2, visited)
                && chain(e3, visited) && chain(e4, visited) && chain(e5, visited)
                && chain(e6, visited) && chain(e7, visited) && chain(e8, visited)
                && chain(e9, visited) && chain(e10, visited) && chain(e11, visited)
                && chain(e12, visited) && chain(e13, visited) && chain(e14, visited)
                && chain(e15, visited);
    }

    private static boolean chain(Entry first, Identities visited) {
        for (Entry e = first; e != null; e = e.next) {
            if (!visited.add(e)) {
                return false;
            }
        }
        return true;
    }

    /** So many entries, which maps lead to. */
    static IObjSet entries(IFinitization f, int count) {
        IObjSet entries = f.createObjSet(Entry.class, count, true);
        for (int i = 0; i < 16; i++) {
            f.set(ParameterMap.class, "e" + i, entries);
        }
        f.set(Entry.class, "next", entries);
        return entries;
    }

    // ------------------------------------------------------------------ operations

    Parameter get(String key) {
        Entry e = find(hash(key), key);
        return e == null ? null : e.value;
    }

    boolean containsKey(String key) {
        return find(hash(key), key) != null;
    }

    Parameter put(String key, Parameter value) {
        int hash = hash(key);
        Entry e = find(hash, key);
        if (e != null) {
            Parameter old = e.value;
            e.value = value;
            return old;
        }
        setBucket(hash, new Entry(key, value, hash, bucket(hash)));
        return null;
    }

    /** Stands for a hash of the text, reduced to the number of buckets. */
    private static int hash(String key) {
        return Verify.getInt(0, 15);
    }

    private Entry find(int hash, String key) {
        for (Entry e = bucket(hash); e != null; e = e.next) {
            if (e.hash == hash && e.hasKey(key)) {
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
            case 7:
                return e7;
            case 8:
                return e8;
            case 9:
                return e9;
            case 10:
                return e10;
            case 11:
                return e11;
            case 12:
                return e12;
            case 13:
                return e13;
            case 14:
                return e14;
            default:
                return e15;
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
            case 7:
                e7 = e;
                break;
            case 8:
                e8 = e;
                break;
            case 9:
                e9 = e;
                break;
            case 10:
                e10 = e;
                break;
            case 11:
                e11 = e;
                break;
            case 12:
                e12 = e;
                break;
            case 13:
                e13 = e;
                break;
            case 14:
                e14 = e;
                break;
            default:
                e15 = e;
                break;
        }
    }
}
