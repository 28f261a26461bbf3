package reachable;

import java.util.ArrayList;
import java.util.List;

/** Nodes that only this class makes, a class that anybody writes down, and one that writes files. */
public class Words {
    private static class Node {
        String word;
        Node next;
    }

    private Node first;
    private int count;

    public Words(List<String> words) {
        for (String each : words) {
            push(each);
        }
    }

    public void push(String word) {
        Node node = new Node();
        node.word = word;
        node.next = first;
        first = node;
        count++;
    }

    public int size() {
        int found = 0;
        for (Node node = first; node != null; node = node.next) {
            found++;
        }
        return found;
    }

    public char initial() {
        return first.word.charAt(0);
    }

    public static class Pair {
        final int left;
        final int right;

        public Pair(int left, int right) {
            this.left = left;
            this.right = right;
        }

        public int ratio() {
            return left / right;
        }
    }

    public static class Log {
        private int lines;
        private final List<String> kept = new ArrayList<>();

        public void write(String line) throws java.io.IOException {
            try (java.io.FileWriter file = new java.io.FileWriter("heapwise-was-here.txt", true)) {
                file.write(line);
            }
            lines++;
        }

        public int perLine() {
            return 10 / (lines - 1);
        }
    }
}
