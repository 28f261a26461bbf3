package regressions;

import java.util.List;

/** Preconditions that exclude null. */
public class Conditions {
    static class Box {
        int value;
        Box next;
    }

    static class Counted {
        int count;

        boolean repOK() {
            return count >= 0;
        }
    }

    static int box(Box b) {
        return b.value;
    }

    static boolean box_pre(Box b) {
        return b != null;
    }

    static int list(List<Integer> b) {
        return b.size();
    }

    static boolean list_pre(List<Integer> b) {
        return b != null;
    }

    static int text(String b) {
        return b.length();
    }

    static boolean text_pre(String b) {
        return b != null;
    }

    static int array(int[] b) {
        return b.length;
    }

    static boolean array_pre(int[] b) {
        return b != null;
    }

    static int throwing(Box b) {
        return b.value;
    }

    /** Of null it throws, so it does not hold. */
    static boolean throwing_pre(Box b) {
        return b.value == 3;
    }

    int instance(Box b) {
        return b.value;
    }

    boolean instance_pre(Box b) {
        return b != null;
    }

    static Box same(Box a) {
        return a;
    }

    static boolean same_post(Box a) {
        return a != null;
    }

    static int overloaded(Object o) {
        return o.hashCode() - o.hashCode();
    }

    static int overloaded(Box b) {
        return b.value;
    }

    static boolean overloaded_pre(Object o) {
        return o == null;
    }

    static boolean overloaded_pre(Box b) {
        return b != null && b.value == 1;
    }

    /** An invariant says nothing of null. */
    static int counted(Counted c) {
        return c == null ? -1 : c.count < 0 ? -2 : 0;
    }
}
