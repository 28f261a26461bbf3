package regressions;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Lists whose invariants ask tables of what was visited for more than `add`. */
public class Tables {
    static class Node {
        Node next;
        Node back;
    }

    static int length(Node first) {
        return first == null ? 0 : first.next == null ? 1 : first.next.next == null ? 2 : 3;
    }

    /** How many there are is in a field; the table has null as well. */
    static class Counted {
        Node first;
        int count;

        boolean repOK() {
            Set<Node> seen = new HashSet<>();
            for (Node n = first; n != null; n = n.next) {
                if (seen.contains(n) || !seen.add(n)) {
                    return false;
                }
            }
            boolean isNew = seen.add(null);
            return isNew && seen.contains(null) && !seen.isEmpty() && seen.size() == count + 1;
        }

        int look() {
            return 10 * count + length(first);
        }
    }

    /** The last node leads back to what is left of the table after some were removed. */
    static class Removed {
        Node first;

        boolean repOK() {
            Set<Node> seen = new HashSet<>();
            Node last = null;
            for (Node n = first; n != null; n = n.next) {
                if (!seen.add(n)) {
                    return false;
                }
                last = n;
            }
            boolean wasThere = seen.remove(first);
            if (wasThere != (first != null) || seen.remove(first)) {
                return false;
            }
            if (last != null && last.back != null && !seen.contains(last.back)) {
                return false;
            }
            seen.clear();
            return seen.size() == 0 && seen.add(last);
        }

        int look() {
            return length(first) + (first != null && first.back == null ? 10 : 0);
        }
    }

    /** One of two tables, which depends on the input, has what was visited. */
    static class Either {
        Node first;
        boolean isLeft;

        boolean repOK() {
            Set<Node> left = new HashSet<>();
            Set<Node> right = new HashSet<>();
            Set<Node> seen = isLeft ? left : right;
            for (Node n = first; n != null; n = n.next) {
                if (!seen.add(n)) {
                    return false;
                }
            }
            return left.size() <= 1 && right.size() != 1;
        }

        int look() {
            return length(first) + (isLeft ? 10 : 0);
        }
    }

    /** Each node leads back to the one before the one before it, which a map remembers. */
    static class Mapped {
        Node first;

        boolean repOK() {
            Map<Node, Node> before = new HashMap<>();
            Node last = null;
            for (Node n = first; n != null; n = n.next) {
                if (before.containsKey(n) || before.put(n, null) != null || before.putIfAbsent(n, last) != null) {
                    return false;
                }
                if (n.back != before.getOrDefault(last, null)) {
                    return false;
                }
                last = n;
            }
            Node replaced = before.put(last, first);
            return before.remove(last) == first && (replaced == null || before.get(replaced) == replaced.back);
        }

        int look() {
            return length(first) + (first != null && first.next != null && first.next.back != null ? 10 : 0);
        }
    }
}
