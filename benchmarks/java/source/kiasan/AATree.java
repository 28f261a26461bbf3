package kiasan;

/** An AA tree, data under distinct int keys: a left child is one level lower, a right child at most one, a right
 * grandchild at least one; every node above level 1 has two children. */
public class AATree {
    static final class Node {
        int key;
        Object data;
        int level;
        Node left;
        Node right;

        Node(int key, Object data) {
            this.key = key;
            this.data = data;
            this.level = 1;
        }
    }

    Node root;

    // ------------------------------------------------------------------ contract

    boolean repOK() {
        return checkedLevel(root, null, null) >= 0;
    }

    /** The level of the tree at {@code n}, or -1 if something is wrong with it. */
    private static int checkedLevel(Node n, Node low, Node high) {
        if (n == null) {
            return 0;
        }
        if (low != null && n.key <= low.key || high != null && n.key >= high.key) {
            return -1;
        }
        int left = checkedLevel(n.left, low, n);
        if (left < 0) {
            return -1;
        }
        int level = left + 1;
        if (n.level != level) {
            return -1;
        }
        int right = checkedLevel(n.right, n, high);
        if (right != level && right != level - 1) {
            return -1;
        }
        if (right == level && n.right.right != null && n.right.right.level == level) {
            return -1;
        }
        return level;
    }

    /** The node with a key, by a look at all of them. */
    private static Node search(Node n, int key) {
        if (n == null || n.key == key) {
            return n;
        }
        Node found = search(n.left, key);
        return found != null ? found : search(n.right, key);
    }

    boolean contains_post(int key, Object result) {
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
    public Object contains(int key) {
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
        return split(skew(n));
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
        } else if (n.left == null) {
            return n.right;
        } else {
            Node next = n.right;
            while (next.left != null) {
                next = next.left;
            }
            n.key = next.key;
            n.data = next.data;
            n.right = remove(next.key, n.right);
        }
        return lowered(n);
    }

    private static int level(Node n) {
        return n == null ? 0 : n.level;
    }

    /** The tree at {@code n} after a child may have lost a level. */
    private static Node lowered(Node n) {
        int left = level(n.left);
        int right = level(n.right);
        int level = 1 + (left < right ? left : right);
        if (level < n.level) {
            n.level = level;
            if (right > level) {
                n.right.level = level;
            }
            n = skew(n);
            n.right = skew(n.right);
            if (n.right != null) {
                n.right.right = skew(n.right.right);
            }
            n = split(n);
            n.right = split(n.right);
        }
        return n;
    }

    private static Node skew(Node n) {
        if (n == null || n.left == null || n.left.level != n.level) {
            return n;
        }
        Node top = n.left;
        n.left = top.right;
        top.right = n;
        return top;
    }

    private static Node split(Node n) {
        if (n == null || n.right == null || n.right.right == null
                || n.right.right.level != n.level) {
            return n;
        }
        Node top = n.right;
        n.right = top.left;
        top.left = n;
        top.level++;
        return top;
    }
}
