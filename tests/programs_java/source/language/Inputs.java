package language;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedList;
import java.util.List;
import java.util.function.IntUnaryOperator;

/** Inputs that are no more than their types say: elements by type arguments, constants of enums. */
final class Inputs {
    enum Colour {
        RED(1), GREEN(2), BLUE(4);

        final int weight;

        Colour(int weight) {
            this.weight = weight;
        }
    }

    static final class Holder {
        Colour colour;
        Colour[] colours;
        List<Colour> list;
        Comparator<Integer> order;
    }

    private Inputs() {
    }

    static int constant(Colour colour) {
        return colour.weight;
    }

    static boolean sameConstant(Colour a, Colour b) {
        return a == b;
    }

    static int heldConstant(Holder holder) {
        return holder.colour.weight + holder.colours[0].ordinal();
    }

    static int listedConstant(Holder holder) {
        return holder.list.get(0).weight;
    }

    static String nameOf(Colour colour) {
        return colour.name();
    }

    static int sum(ArrayList<Integer> list) {
        int sum = 0;
        for (int each : list) {
            sum += each;
        }
        return sum;
    }

    static int texts(List<String> list) {
        return list.get(0).length();
    }

    static int linked(LinkedList<String> list) {
        return list.getFirst().length();
    }

    static int deque(ArrayDeque<Long> deque) {
        return deque.peekFirst().intValue();
    }

    static int numbers(List<? extends Number> list) {
        return list.get(0).intValue();
    }

    static <T extends Comparable<T>> T larger(List<T> list) {
        T a = list.get(0);
        T b = list.get(1);
        return a.compareTo(b) > 0 ? a : b;
    }

    static int ordered(Comparator<Integer> order, int a, int b) {
        return order.compare(a, b);
    }

    static int applied(IntUnaryOperator function, int a) {
        return function == null ? a : function.applyAsInt(a);
    }

    static int orderedBy(Holder holder, int a, int b) {
        return holder.order == null ? 0 : holder.order.compare(a, b);
    }
}
