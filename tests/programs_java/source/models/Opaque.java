package models;

import gov.nasa.jpf.symbc.Debug;

/** Mains written for a model checker, and strings that are only compared. */
public class Opaque {
    static class Cell {
        int number;
        Cell next;
    }

    public static int order(String a, String b) {
        int sign = a.compareTo(b);
        return sign < 0 ? 1 : sign == 0 ? 2 : 3;
    }

    public static int twice(String a, String b) {
        boolean before = a.compareTo(b) < 0;
        return before && b.compareTo(a) < 0 ? 1 : before == a.equals(b) ? 2 : 3;
    }

    public static int looks(String a) {
        return a.length() > 2 ? 1 : 2;
    }

    public static int known() {
        return "abc".length() + "b".compareTo("e");
    }

    public static void main(String[] args) {
        Cell cell = (Cell) Debug.makeSymbolicRef("cell", new Cell());
        if (cell.number > 3 && cell.next == null) {
            throw new IllegalStateException();
        }
    }

    public static class Counts {
        public static void main(String[] args) {
            if (args.length > 0) {
                throw new IllegalStateException();
            }
        }
    }
}
