package checked;

/** A chain of nodes that knows its size. */
class Chain {
    static class Node {
        int value;
        Node next;
    }

    Node head;
    int size;

    boolean repOK() {
        int seen = 0;
        for (Node node = head; node != null; node = node.next) {
            seen++;
            if (seen > 3) {
                return false;
            }
        }
        return seen == size;
    }

    int second() {
        return size > 1 ? head.next.value : 0;
    }

    void forgets() {
        size = 7;
    }

    static int inverse(int x) {
        return 1 / x;
    }
}
