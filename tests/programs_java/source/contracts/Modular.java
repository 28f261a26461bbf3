package contracts;

/** Methods that call others, which their contracts can stand for. */
final class Modular {
    @interface Modifies {
        String[] value();
    }

    enum Mood {
        CALM,
        MERRY
    }

    static class Node {
        Node next;
        int value;
        final int mark;

        Node(Node next, int value) {
            this.next = next;
            this.value = value;
            this.mark = 7;
        }
    }

    static class Counter {
        int count;
        Node last;

        boolean repOK() {
            return count >= 0;
        }

        static boolean inc_pre(int by) {
            return by >= 0;
        }

        boolean inc_post(int by, int result) {
            return count == result && result >= by;
        }

        /** Says that it writes the count alone, so the rest stays. */
        @Modifies("this.count")
        int inc(int by) {
            if (count > 1000 || by > 1000) {
                count = 0;
            }
            count = count + by;
            return count;
        }

        boolean keep_post(Node node) {
            return last == node;
        }

        @Modifies("this.last")
        void keep(Node node) {
            last = node;
        }
    }

    static boolean same_post(Node node, Node result) {
        return result == node;
    }

    @Modifies({})
    static Node same(Node node) {
        return node;
    }

    static boolean push_post(Node node, int value, Node result) {
        return result != null && result.next == node && result.value == value;
    }

    @Modifies({})
    static Node push(Node node, int value) {
        return new Node(node, value);
    }

    static boolean touch_post(Node node) {
        return node.value == 1;
    }

    /** Says nothing of what it writes: all fields of the node, then, but for the final one. */
    static void touch(Node node) {
        node.value = 1;
    }

    static boolean mood_post(int number, Mood result) {
        return result == (number > 0 ? Mood.MERRY : Mood.CALM);
    }

    @Modifies({})
    static Mood mood(int number) {
        return number > 0 ? Mood.MERRY : Mood.CALM;
    }

    static boolean wrong_post(int number, int result) {
        return result > number;
    }

    @Modifies({})
    static int wrong(int number) {
        return number;
    }

    // -- callers

    static int usesInc(Counter counter, int by) {
        Node before = counter.last;
        int count = counter.inc(by > 0 ? by : 0);
        if (counter.last != before) {
            return -1;
        }
        return counter.count == count ? 1 : 2;
    }

    static int incAnyhow(Counter counter, int by) {
        return counter.inc(by);
    }

    static boolean usesSame(int value) {
        Node made = new Node(null, value);
        return same(made) == made;
    }

    static boolean usesPush(int value) {
        Node made = new Node(null, value);
        Node pushed = push(made, value);
        return pushed != made && pushed.next == made;
    }

    static int usesTouch(Node node) {
        Node before = node.next;
        int mark = node.mark;
        touch(node);
        if (node.mark != mark) {
            return -1;
        }
        return node.next == before ? node.value : 2;
    }

    static int usesKeep(Counter counter) {
        Node made = new Node(null, 3);
        counter.keep(made);
        return counter.last == made ? counter.last.value : -1;
    }

    static int usesMood(int number) {
        switch (mood(number)) {
            case MERRY:
                return 1;
            default:
                return 0;
        }
    }

    static boolean usesWrong(int number) {
        return wrong(number) > number;
    }
}
