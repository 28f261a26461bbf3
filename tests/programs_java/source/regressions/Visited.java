package regressions;

import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** A list, and several kinds of tables of what was visited. */
public class Visited {
    static class Node {
        Node next;
        Node other;
    }

    /** Equal to all of its kind. */
    static class Same extends Node {
        @Override public int hashCode() {
            return 1;
        }

        @Override public boolean equals(Object o) {
            return o instanceof Same;
        }
    }

    static class ByHash {
        Node first;

        boolean repOK() {
            Map<Node, Node> before = new HashMap<>();
            Node last = null;
            for (Node n = first; n != null; n = n.next) {
                if (before.containsKey(n) || before.put(n, last) != null) {
                    return false;
                }
                if (n.other != before.get(n)) {
                    return false;
                }
                last = n;
            }
            return before.isEmpty() == (first == null) && before.getOrDefault(last, null) == before.remove(last);
        }

        int look() {
            return first == null ? 0 : first.next == null ? 1 : first.next.other == first ? 2 : 3;
        }
    }

    static class ByIdentity {
        Same first;

        boolean repOK() {
            Map<Same, Integer> seen = new IdentityHashMap<>();
            for (Same n = first; n != null; n = (Same) n.next) {
                if (seen.put(n, 1) != null) {
                    return false;
                }
                if (n.other != null || n.next != null && !(n.next instanceof Same)) {
                    return false;
                }
            }
            return true;
        }
    }

    static class FromMap {
        Same first;

        boolean repOK() {
            Set<Node> seen = Collections.newSetFromMap(new IdentityHashMap<>());
            for (Node n = first; n != null; n = n.next) {
                if (n.other != null || !seen.add(n)) {
                    return false;
                }
            }
            return true;
        }
    }

    /** In which order things were put tells. */
    static class InOrder {
        Node first;

        boolean repOK() {
            Map<Node, Node> seen = new LinkedHashMap<>();
            for (Node n = first; n != null; n = n.next) {
                if (n.other != null || seen.put(n, n) != null) {
                    return false;
                }
            }
            Node expected = first;
            for (Node n : seen.keySet()) {
                if (n != expected) {
                    return false;
                }
                expected = n.next;
            }
            return expected == null;
        }
    }
}
