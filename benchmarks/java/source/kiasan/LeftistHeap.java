package kiasan;

/** A mergeable heap, data under int keys: no right path is longer than the left one beside it. */
public class LeftistHeap {
    static final class Node {
        int key;
        Object data;
        int path;
        Node left;
        Node right;

        Node(int key, Object data) {
            this.key = key;
            this.data = data;
            this.path = 1;
        }
    }

    /** The nodes that an invariant has met: keys may be equal, so nothing else forbids sharing. */
    private static final class Seen {
        Node node;
        Seen next;

        boolean add(Node n) {
            for (Seen each = next; each != null; each = each.next) {
                if (each.node == n) {
                    return false;
                }
            }
            Seen first = new Seen();
            first.node = n;
            first.next = next;
            next = first;
            return true;
        }
    }

    Node root;

    // ------------------------------------------------------------------ contract

    /** The invariant. It has no name that is always assumed, because two heaps that are merged must
     * not share nodes either: {@link #merge_pre} says both. */
    static boolean isHeap(LeftistHeap heap) {
        return heap == null || checkedPath(heap.root, null, new Seen()) >= 0;
    }

    /** The nodes on the right path of {@code n}, or -1 if something is wrong with the tree. */
    private static int checkedPath(Node n, Node above, Seen seen) {
        if (n == null) {
            return 0;
        }
        if (!seen.add(n) || above != null && n.key < above.key) {
            return -1;
        }
        int left = checkedPath(n.left, n, seen);
        if (left < 0) {
            return -1;
        }
        int right = checkedPath(n.right, n, seen);
        if (right < 0 || left < right) {
            return -1;
        }
        return n.path == right + 1 ? right + 1 : -1;
    }

    boolean findMin_post(Object result) {
        return root == null ? result == null : result == root.data;
    }

    /** This heap and another are two heaps that share nothing, or one and the same. */
    boolean merge_pre(LeftistHeap other) {
        if (other == null) {
            return false;
        }
        if (other == this) {
            return true;
        }
        Seen seen = new Seen();
        return checkedPath(root, null, seen) >= 0 && checkedPath(other.root, null, seen) >= 0;
    }

    boolean merge_post(LeftistHeap other) {
        return other == this || other.root == null && isHeap(this);
    }

    // ------------------------------------------------------------------ operations

    public boolean isEmpty() {
        return root == null;
    }

    /** What there is under the smallest key, or null. */
    public Object findMin() {
        return root == null ? null : root.data;
    }

    public void insert(int key, Comparable<?> data) {
        root = merge(new Node(key, data), root);
    }

    /** Removes the smallest key; what there was under it, or null. */
    public Object deleteMin() {
        if (root == null) {
            return null;
        }
        Object least = root.data;
        root = merge(root.left, root.right);
        return least;
    }

    /** Moves everything from another heap into this one. */
    public void merge(LeftistHeap other) {
        if (other != this) {
            root = merge(root, other.root);
            other.root = null;
        }
    }

    private static Node merge(Node a, Node b) {
        if (a == null) {
            return b;
        }
        if (b == null) {
            return a;
        }
        return a.key < b.key ? attached(a, b) : attached(b, a);
    }

    private static Node attached(Node top, Node other) {
        top.right = merge(top.right, other);
        if (path(top.left) < path(top.right)) {
            Node left = top.left;
            top.left = top.right;
            top.right = left;
        }
        top.path = path(top.right) + 1;
        return top;
    }

    private static int path(Node n) {
        return n == null ? 0 : n.path;
    }
}
