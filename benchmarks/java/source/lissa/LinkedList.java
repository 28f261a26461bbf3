package lissa;

import gov.nasa.jpf.vm.Verify;
import korat.finitization.IFinitization;
import korat.finitization.IObjSet;
import korat.finitization.impl.FinitizationFactory;

/** A circular list of ints with a header. */
public class LinkedList {
    static final class Entry {
        int element;
        Entry next;
        Entry previous;

        Entry(int element, Entry next, Entry previous) {
            this.element = element;
            this.next = next;
            this.previous = previous;
        }
    }

    Entry header;
    int size;

    LinkedList() {
        header = new Entry(0, null, null);
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
        f.set(LinkedList.class, "header", entries);
        f.set(Entry.class, "next", entries);
        f.set(Entry.class, "previous", entries);
        return entries;
    }

    boolean repOK() {
        return isCircular();
    }

    static IFinitization finLinkedList(int scope) {
        IFinitization f = FinitizationFactory.create(LinkedList.class);
        entries(f, scope);
        return f;
    }

    /** A list that up to `scope` insertions make. */
    static LinkedList made(int scope) {
        LinkedList list = new LinkedList();
        int count = Verify.getInt(0, scope);
        for (int i = 0; i < count; i++) {
            list.add(Verify.getInt(Integer.MIN_VALUE, Integer.MAX_VALUE));
        }
        return list;
    }

    // ------------------------------------------------------------------ operations

    boolean add(int element) {
        Entry added = new Entry(element, header, header.previous);
        added.previous.next = added;
        added.next.previous = added;
        size++;
        return true;
    }

    public boolean remove(int element) {
        for (Entry e = header.next; e != header; e = e.next) {
            if (e.element == element) {
                e.previous.next = e.next;
                e.next.previous = e.previous;
                size--;
                return true;
            }
        }
        return false;
    }
}
