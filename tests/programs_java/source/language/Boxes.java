package language;

import java.util.ArrayList;
import java.util.List;

/** `valueOf` shares the boxes of small numbers; each of the methods has both results. */
final class Boxes {
    private Boxes() {
    }

    static boolean sameNumber(int a) {
        Integer x = a;
        Integer y = a;
        return x == y;
    }

    static boolean two(int a, int b) {
        Integer x = a;
        Integer y = b;
        return x == y;
    }

    static boolean known(int a) {
        Integer x = a;
        Integer y = 5;
        return x == y;
    }

    static boolean longs(long a, long b) {
        Long x = a;
        Long y = b;
        return x == y;
    }

    static boolean chars(char a) {
        Character x = a;
        Character y = a;
        return x == y;
    }

    static boolean shorts(short a) {
        Short x = a;
        Short y = a;
        return x != y;
    }

    static boolean bytes(byte a, byte b) {
        Byte x = a;
        Byte y = b;
        return x == y;
    }

    static boolean truths(boolean a, boolean b) {
        Boolean x = a;
        Boolean y = b;
        return x == y;
    }

    static boolean objects(int a, int b, boolean text) {
        Object x = text ? "text" : (Object) a;
        Object y = b;
        return x == y;
    }

    static boolean removed(int a, int b) {
        List<Integer> list = new ArrayList<>();
        list.add(a);
        return list.remove((Object) b);
    }

    static Object[] inTheFinalHeap(int a, int b) {
        return new Object[] {a, b, 7};
    }
}
