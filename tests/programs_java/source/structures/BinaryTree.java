package structures;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;

/** A tree of any shape; collections of the JDK say whether it is one. */
public class BinaryTree {
    static class Node {
        Node left;
        Node right;
    }

    private Node root;
    private int size;

    public BinaryTree() {
    }

    boolean repOK() {
        Set<Node> visited = new HashSet<>();
        Deque<Node> waiting = new ArrayDeque<>();
        if (root != null) {
            waiting.add(root);
            visited.add(root);
        }
        while (!waiting.isEmpty()) {
            Node node = waiting.removeFirst();
            if (node.left != null) {
                if (!visited.add(node.left)) {
                    return false;
                }
                waiting.add(node.left);
            }
            if (node.right != null) {
                if (!visited.add(node.right)) {
                    return false;
                }
                waiting.add(node.right);
            }
        }
        return visited.size() == size;
    }

    public int depthLeft() {
        int depth = 0;
        for (Node node = root; node != null; node = node.left) {
            depth++;
        }
        return depth;
    }

    public void addLeft() {
        Node added = new Node();
        added.left = root;
        root = added;
        size++;
    }

    public void addRight(int most) {
        if (size >= most) {
            throw new IllegalStateException();
        }
        Node added = new Node();
        added.right = root;
        root = added;
        size++;
    }
}
