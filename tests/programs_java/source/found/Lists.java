package found;

/** Classes whose invariants are found. */
final class Lists {
    private Lists() {
    }

    /** Items from the bottom up; null behind them. */
    public static class Stack {
        private Object[] items = new Object[2];
        private int count;

        public boolean push(Object item) {
            if (count == items.length) {
                return false;
            }
            items[count++] = item;
            return true;
        }

        public Object pop() {
            if (count == 0) {
                throw new IllegalStateException();
            }
            Object item = items[--count];
            items[count] = null;
            return item;
        }
    }

    static class Node {
        int value;
        Node next;
        Node previous;
    }

    /** In both directions. */
    public static class Chain {
        private Node first;
        private Node last;
        private int size;

        public void add(int value) {
            Node node = new Node();
            node.value = value;
            node.previous = last;
            if (last == null) {
                first = node;
            } else {
                last.next = node;
            }
            last = node;
            size++;
        }

        public void clear() {
            first = null;
            last = null;
            size = 0;
        }
    }

    /** As the chain, but {@code clear} forgets the size. */
    public static class Forgetful {
        private Node first;
        private Node last;
        private int size;

        public void add(int value) {
            Node node = new Node();
            node.value = value;
            node.previous = last;
            if (last == null) {
                first = node;
            } else {
                last.next = node;
            }
            last = node;
            size++;
        }

        public void clear() {
            first = null;
            last = null;
        }
    }

    static class Branch {
        int key;
        Branch left;
        Branch right;
        Branch parent;
    }

    /** A search tree with parents. */
    public static class Tree {
        private Branch root;
        private int size;

        public void add(int key) {
            Branch above = null;
            Branch branch = root;
            while (branch != null) {
                if (key == branch.key) {
                    return;
                }
                above = branch;
                branch = key < branch.key ? branch.left : branch.right;
            }
            branch = new Branch();
            branch.key = key;
            branch.parent = above;
            if (above == null) {
                root = branch;
            } else if (key < above.key) {
                above.left = branch;
            } else {
                above.right = branch;
            }
            size++;
        }
    }
}
