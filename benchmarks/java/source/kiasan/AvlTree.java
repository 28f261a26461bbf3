package kiasan;

/** A height-balanced search tree: data under distinct int keys. */
public class AvlTree {
    static final class Node {
        int key;
        Object data;
        int height;
        Node left;
        Node right;

        Node(int key, Object data) {
            this.key = key;
            this.data = data;
            this.height = 1;
        }
    }

    Node root;

    // ------------------------------------------------------------------ contract

    boolean repOK() {
        return checkedHeight(root, null, null) >= 0;
    }

    /** The height of the tree at {@code n}, or -1 if it is not balanced, not ordered between
     * {@code low} and {@code high}, or the heights are wrong. */
    private static int checkedHeight(Node n, Node low, Node high) {
        if (n == null) {
            return 0;
        }
        if (low != null && n.key <= low.key || high != null && n.key >= high.key) {
            return -1;
        }
        int left = checkedHeight(n.left, low, n);
        if (left < 0) {
            return -1;
        }
        int right = checkedHeight(n.right, n, high);
        if (right < 0 || left > right + 1 || right > left + 1) {
            return -1;
        }
        int height = 1 + (left > right ? left : right);
        return n.height == height ? height : -1;
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
        return balanced(n);
    }

    private static int height(Node n) {
        return n == null ? 0 : n.height;
    }

    private static void measure(Node n) {
        int left = height(n.left);
        int right = height(n.right);
        n.height = 1 + (left > right ? left : right);
    }

    private static Node balanced(Node n) {
        if (height(n.left) > height(n.right) + 1) {
            if (height(n.left.left) < height(n.left.right)) {
                n.left = rotatedLeft(n.left);
            }
            return rotatedRight(n);
        }
        if (height(n.right) > height(n.left) + 1) {
            if (height(n.right.right) < height(n.right.left)) {
                n.right = rotatedRight(n.right);
            }
            return rotatedLeft(n);
        }
        measure(n);
        return n;
    }

    private static Node rotatedRight(Node n) {
        Node top = n.left;
        n.left = top.right;
        top.right = n;
        measure(n);
        measure(top);
        return top;
    }

    private static Node rotatedLeft(Node n) {
        Node top = n.right;
        n.right = top.left;
        top.left = n;
        measure(n);
        measure(top);
        return top;
    }
}
