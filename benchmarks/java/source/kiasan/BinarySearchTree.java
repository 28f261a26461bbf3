package kiasan;

/** An unbalanced search tree: data under distinct int keys. */
public class BinarySearchTree {
    static final class Node {
        int key;
        Object data;
        Node left;
        Node right;

        Node(int key, Object data) {
            this.key = key;
            this.data = data;
        }
    }

    private static final int MOST = 64;

    Node root;

    // ------------------------------------------------------------------ contract

    /** Keys are ordered; strictly, so no node can be in two places. Nodes wait in a queue, with those
     * that theirs must lie between. */
    boolean repOK() {
        Node[] queue = new Node[MOST];
        Node[] low = new Node[MOST];
        Node[] high = new Node[MOST];
        int count = 0;
        if (root != null) {
            queue[count++] = root;
        }
        for (int at = 0; at < count; at++) {
            Node n = queue[at];
            if (low[at] != null && n.key <= low[at].key) {
                return false;
            }
            if (high[at] != null && n.key >= high[at].key) {
                return false;
            }
            if (n.left != null) {
                low[count] = low[at];
                high[count] = n;
                queue[count++] = n.left;
            }
            if (n.right != null) {
                low[count] = n;
                high[count] = high[at];
                queue[count++] = n.right;
            }
        }
        return true;
    }

    /** The node with a key, by a look at all of them. */
    private static Node search(Node n, int key) {
        if (n == null || n.key == key) {
            return n;
        }
        Node found = search(n.left, key);
        return found != null ? found : search(n.right, key);
    }

    boolean find_post(int key, Object result) {
        Node n = search(root, key);
        return n == null ? result == null : result == n.data;
    }

    boolean insert_post(int key, Comparable<?> data, Object result) {
        Node n = search(root, key);
        return n != null && n.data == data;
    }

    boolean remove_post(int key, Object result) {
        return search(root, key) == null;
    }

    // ------------------------------------------------------------------ operations

    public boolean isEmpty() {
        return root == null;
    }

    /** What there is under a key, or null. */
    public Object find(int key) {
        Node n = node(key);
        return n == null ? null : n.data;
    }

    private Node node(int key) {
        Node n = root;
        while (n != null) {
            if (key < n.key) {
                n = n.left;
            } else if (key > n.key) {
                n = n.right;
            } else {
                return n;
            }
        }
        return null;
    }

    /** What there is under the smallest key, or null. */
    public Object findMin() {
        Node n = root;
        while (n != null && n.left != null) {
            n = n.left;
        }
        return n == null ? null : n.data;
    }

    /** What there is under the largest key, or null. */
    public Object findMax() {
        Node n = root;
        while (n != null && n.right != null) {
            n = n.right;
        }
        return n == null ? null : n.data;
    }

    /** Puts data under a key; what there was before, or null. */
    public Object insert(int key, Comparable<?> data) {
        Node n = node(key);
        if (n != null) {
            Object old = n.data;
            n.data = data;
            return old;
        }
        root = insert(new Node(key, data), root);
        return null;
    }

    private static Node insert(Node added, Node n) {
        if (n == null) {
            return added;
        }
        if (added.key < n.key) {
            n.left = insert(added, n.left);
        } else {
            n.right = insert(added, n.right);
        }
        return n;
    }

    /** Removes a key; what there was under it, or null. */
    public Object remove(int key) {
        Node n = node(key);
        if (n == null) {
            return null;
        }
        Object old = n.data;
        root = remove(key, root);
        return old;
    }

    private static Node remove(int key, Node n) {
        if (key < n.key) {
            n.left = remove(key, n.left);
        } else if (key > n.key) {
            n.right = remove(key, n.right);
        } else if (n.left != null && n.right != null) {
            Node next = n.right;
            while (next.left != null) {
                next = next.left;
            }
            n.key = next.key;
            n.data = next.data;
            n.right = remove(next.key, n.right);
        } else {
            return n.left != null ? n.left : n.right;
        }
        return n;
    }
}
