package ordinary;

import java.io.Serializable;

/** Arguments whose types do not say that they are arrays. */
final class Arrayed {
    static final class Cell {
        Object held;
    }

    private Arrayed() {
    }

    static int total(Object o) {
        if (o instanceof int[]) {
            int sum = 0;
            for (int each : (int[]) o) {
                sum += each;
            }
            return sum == 7 ? 1 : 2;
        }
        return 0;
    }

    static int cast(Object o) {
        return ((boolean[]) o)[0] ? 1 : 0;
    }

    static int depth(Object o) {
        int depth = 0;
        while (o instanceof Object[] && depth < 3) {
            Object[] array = (Object[]) o;
            o = array.length == 0 ? null : array[0];
            depth++;
        }
        return depth;
    }

    static boolean isText(Serializable s) {
        return s instanceof String[] && ((String[]) s).length == 1 && "x".equals(((String[]) s)[0]);
    }

    static int dimensions(Cloneable c) {
        return c == null ? -1 : c instanceof int[][] ? 2 : c instanceof int[] ? 1 : 0;
    }

    static boolean isShared(Cell a, int[] numbers) {
        if (a.held == numbers && numbers != null && numbers.length == 1) {
            numbers[0] = 5;
            return ((int[]) a.held)[0] == 5;
        }
        return false;
    }

    static void stored(Object o, Object value) {
        if (o instanceof Object[]) {
            ((Object[]) o)[0] = value;
        }
    }

    static boolean isSame(Object a, Object b) {
        return a.equals(b) && a.getClass() == b.getClass();
    }

    static int called(Cell cell) {
        java.util.function.ToIntFunction<Object> lengths = o -> Cells.length(o);
        return cell == null ? 0 : lengths.applyAsInt(cell.held);
    }

    static final class Cells {
        static int length(Object o) {
            return o instanceof long[] ? ((long[]) o).length == 0 ? 1 : 2 : 0;
        }
    }

    static int copied(int[] numbers, Object o) {
        int[] copy = numbers.clone();
        return o == null ? copy.length : -1;
    }

    static int cloned(Object o) {
        if (o instanceof int[]) {
            int[] copy = ((int[]) o).clone();
            return copy.length == 2 && copy[1] == 3 ? 1 : 2;
        }
        return 0;
    }
}
