package core;

/** A contract in methods: an invariant, a precondition and postconditions, one of which is wrong. */
public class Stack {
    static class Cell {
        int value;
        Cell next;
    }

    Cell top;
    int size;

    boolean repOK() {
        int n = 0;
        for (Cell c = top; c != null; c = c.next) {
            n++;
            if (n > size) {
                return false;
            }
        }
        return n == size;
    }

    boolean pop_pre() {
        return top != null;
    }

    int pop() {
        int value = top.value;
        top = top.next;
        size--;
        return value;
    }

    void forget() {
        top = null;
    }

    boolean push_post(int value) {
        return top.value == value;
    }

    void push(int value) {
        Cell c = new Cell();
        c.value = value == 7 ? 8 : value;
        c.next = top;
        top = c;
        size++;
    }

    static boolean small(int n) {
        return n < 3;
    }

    static int twice(int n) {
        return Stack.slow(n) + n;
    }

    static int slow(int n) {
        return n;
    }

    static int quick(int n) {
        return 100;
    }
}
