package lissa;

import korat.finitization.IFinitization;
import korat.finitization.IObjSet;

/** A circular list of objects with a header. */
public class ParameterList {
    static final class Entry {
        Object element;
        Entry next;
        Entry previous;

        Entry(Object element, Entry next, Entry previous) {
            this.element = element;
            this.next = next;
            this.previous = previous;
        }
    }

    Entry header;
    int size;

    ParameterList() {
        header = new Entry(null, null, null);
        header.next = header;
        header.previous = header;
    }

    /** Following `next` leads back to the header, and `previous` the other way. */
    boolean isCircular() {
        if (header == null) {
            return false;
        }
        Identities visited = new Identities();
        visited.add(header);
        Entry e = header;
        while (true) {
            Entry next = e.next;
            if (next == null || next.previous != e) {
                return false;
            }
            e = next;
            if (!visited.add(e)) {
                return e == header;
            }
        }
    }

    /** So many entries, the header among them. */
    static IObjSet entries(IFinitization f, int count) {
        IObjSet entries = f.createObjSet(Entry.class, count, true);
        f.set(ParameterList.class, "header", entries);
        f.set(Entry.class, "next", entries);
        f.set(Entry.class, "previous", entries);
        return entries;
    }

    // ------------------------------------------------------------------ operations

    boolean add(Object element) {
        Entry added = new Entry(element, header, header.previous);
        added.previous.next = added;
        added.next.previous = added;
        size++;
        return true;
    }
}
