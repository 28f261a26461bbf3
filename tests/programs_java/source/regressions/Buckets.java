package regressions;

import java.util.HashSet;
import java.util.Set;

/** Several chains, and one table of what was visited. */
public class Buckets {
    static class Node {
        Node next;
    }

    Node first;
    Node second;
    Node third;
    Node fourth;

    Node at(int index) {
        switch (index) {
            case 0: return first;
            case 1: return second;
            case 2: return third;
            case 3: return fourth;
            default: throw new IndexOutOfBoundsException();
        }
    }

    boolean repOK() {
        Set<Node> seen = new HashSet<>();
        for (int i = 0; i < 4; i++) {
            for (Node n = at(i); n != null; n = n.next) {
                if (!seen.add(n)) {
                    return false;
                }
            }
        }
        return true;
    }

    int ends() {
        if (first == null || fourth == null) {
            return 0;
        }
        return first == fourth || first.next == fourth ? 1 : 2;
    }

    /** The same with an `equals` that reads a static variable. */
    static class Keyed {
        static Object mark;
        int key;
        Keyed next;

        @Override public int hashCode() {
            return 1;
        }

        @Override public boolean equals(Object o) {
            if (!(o instanceof Keyed)) {
                return false;
            }
            Keyed other = (Keyed) o;
            return key == other.key && (mark == other.mark || mark != null && mark.equals(other.mark));
        }
    }

    static class Few {
        Keyed first;
        Keyed second;
        Keyed third;
        Keyed fourth;

        private boolean chain(Keyed node, Set<Keyed> seen) {
            for (Keyed n = node; n != null; n = n.next) {
                if (!seen.add(n)) {
                    return false;
                }
            }
            return true;
        }

        boolean repOK() {
            Set<Keyed> seen = new HashSet<>();
            return chain(first, seen) && chain(second, seen) && chain(third, seen)
                    && chain(fourth, seen);
        }

        int look() {
            return first == null || fourth == null ? 0 : first.equals(fourth) ? 1 : 2;
        }
    }

    /** A table that grows. */
    static class Many {
        Node head;

        boolean repOK() {
            Set<Node> seen = new HashSet<>();
            for (Node n = head; n != null; n = n.next) {
                if (!seen.add(n)) {
                    return false;
                }
            }
            return true;
        }

        boolean isLong() {
            Node n = head;
            for (int i = 0; i < 9; i++) {
                if (n == null) {
                    return false;
                }
                n = n.next;
            }
            return n != null;
        }
    }
}
