package lissa;

import gov.nasa.jpf.vm.Verify;
import korat.finitization.IFinitization;
import korat.finitization.IObjSet;
import korat.finitization.impl.FinitizationFactory;

/** A hash map from ints with a fixed number of buckets: the hash of a key is the key. */
public class HashMap {
    static final class Entry {
        int key;
        Object value;
        int hash;
        Entry next;

        Entry(int key, Object value, int hash, Entry next) {
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
    Entry e8;
    Entry e9;
    Entry e10;
    Entry e11;
    Entry e12;
    Entry e13;
    Entry e14;
    Entry e15;
    int size;

    boolean repOK() {
        return chainsAreGood(new Identities());
    }

    /** A map of at most `scope` entries; the values are no part of it. */
    static IFinitization finHashMap(int scope) {
        IFinitization f = FinitizationFactory.create(HashMap.class);
        IObjSet entries = f.createObjSet(Entry.class, scope, true);
        for (int i = 0; i < 16; i++) {
            f.set("e" + i, entries);
        }
        f.set(Entry.class, "next", entries);
        return f;
    }

    /** A map that up to `scope` insertions make. */
    static HashMap made(int scope) {
        HashMap map = new HashMap();
        int count = Verify.getInt(0, scope);
        for (int i = 0; i < count; i++) {
            map.put(Verify.getInt(Integer.MIN_VALUE, Integer.MAX_VALUE), new Object());
        }
        return map;
    }

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

    // ------------------------------------------------------------------ operations

    public void put(int key) {
        put(key, new Object());
    }

    Object put(int key, Object value) {
        Entry e = find(key);
        if (e != null) {
            Object old = e.value;
            e.value = value;
            return old;
        }
        int index = key & 15;
        setBucket(index, new Entry(key, value, key, bucket(index)));
        size++;
        return null;
    }

    public Object remove(int key) {
        int index = key & 15;
        Entry before = null;
        Entry e = bucket(index);
        while (e != null) {
            Entry next = e.next;
            if (e.hash == key && e.key == key) {
                size--;
                if (before == null) {
                    setBucket(index, next);
                } else {
                    before.next = next;
                }
                return e.value;
            }
            before = e;
            e = next;
        }
        return null;
    }

    private Entry find(int key) {
        for (Entry e = bucket(key & 15); e != null; e = e.next) {
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
