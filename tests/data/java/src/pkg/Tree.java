package pkg;

import java.util.Map;

/** A search tree, with nested classes and overloads to name in targets. */
public class Tree<T extends Comparable<T>> {
    static final int LIMIT = 7;
    private Node<T> root;
    protected int size;

    public static class Node<T> {
        T value;
        Node<T> left, right;

        static class Deep {
            int depth() {
                return 2;
            }
        }
    }

    public class Cursor {
        Node<T> at = root;

        Cursor(int start) {}
    }

    public boolean insert(T value) {
        if (root == null) {
            root = new Node<>();
            root.value = value;
            size++;
            return true;
        }
        Node<T> at = root;
        while (true) {
            int order = value.compareTo(at.value);
            if (order == 0) return false;
            Node<T> next = order < 0 ? at.left : at.right;
            if (next == null) {
                next = new Node<>();
                next.value = value;
                if (order < 0) at.left = next;
                else at.right = next;
                size++;
                return true;
            }
            at = next;
        }
    }

    public int pick(int a) {
        return a;
    }

    public int pick(int a, String b) {
        return a;
    }

    public int pick(Map.Entry<String, T> entry) {
        return 0;
    }

    public int pick(long[][] table, T... rest) {
        return rest.length;
    }

    public int only(Object a) {
        return hidden(a, true);
    }

    private int only(Object a, boolean flag) {
        return flag ? 1 : 0;
    }

    private int hidden(Object a, boolean flag) {
        return only(a, flag);
    }
}
