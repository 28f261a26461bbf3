package kiasan;

/** The marking phase of a mark-and-sweep collector on objects with two fields. */
public final class GC {
    static final class Cell {
        Cell left;
        Cell right;
        boolean marked;
    }

    private static final class Pending {
        Cell cell;
        Pending next;

        Pending(Cell cell, Pending next) {
            this.cell = cell;
            this.next = next;
        }
    }

    private GC() {
    }

    // ------------------------------------------------------------------ contract

    /** Nothing that can be reached is marked yet; the printed numbers count a root that is null. */
    static boolean mark_pre(Cell root) {
        return root == null || !root.marked && reached(root, false);
    }

    /** Everything that can be reached is marked. */
    static boolean mark_post(Cell root) {
        return root.marked && reached(root, true);
    }

    /** Walks over all cells; looks at the mark of each as soon as there is a reference to it, and not
     * at marks to find the way. */
    private static boolean reached(Cell root, boolean marked) {
        Pending seen = new Pending(root, null);
        Pending waiting = new Pending(root, null);
        while (waiting != null) {
            Cell cell = waiting.cell;
            waiting = waiting.next;
            Cell left = cell.left;
            if (left != null) {
                if (left.marked != marked) {
                    return false;
                }
                if (!contains(seen, left)) {
                    seen = new Pending(left, seen);
                    waiting = new Pending(left, waiting);
                }
            }
            Cell right = cell.right;
            if (right != null) {
                if (right.marked != marked) {
                    return false;
                }
                if (!contains(seen, right)) {
                    seen = new Pending(right, seen);
                    waiting = new Pending(right, waiting);
                }
            }
        }
        return true;
    }

    private static boolean contains(Pending list, Cell cell) {
        for (Pending each = list; each != null; each = each.next) {
            if (each.cell == cell) {
                return true;
            }
        }
        return false;
    }

    // ------------------------------------------------------------------ operations

    public static void mark(Cell root) {
        Pending waiting = new Pending(root, null);
        while (waiting != null) {
            Cell cell = waiting.cell;
            waiting = waiting.next;
            if (!cell.marked) {
                cell.marked = true;
                if (cell.left != null) {
                    waiting = new Pending(cell.left, waiting);
                }
                if (cell.right != null) {
                    waiting = new Pending(cell.right, waiting);
                }
            }
        }
    }
}
