package regressions;

/** Inputs that are declared with type arguments. */
final class Generic {
    enum Size { SMALL, LARGE }

    static class Money implements Comparable<Money> {
        int cents;

        public int compareTo(Money other) {
            return Integer.compare(cents, other.cents);
        }
    }

    static class Name implements Comparable<String> {
        public int compareTo(String other) {
            return other.length();
        }
    }

    interface Visitor<R> {
        R visit(int x);
    }

    static class Numbers implements Visitor<Integer> {
        public Integer visit(int x) {
            return x;
        }
    }

    static class Words implements Visitor<String> {
        public String visit(int x) {
            return x > 0 ? "word" : "";
        }
    }

    abstract static class Base<A, B> implements Visitor<B> {
        A first;
    }

    static class Deep extends Base<String, Integer> {
        public Integer visit(int x) {
            return first == null ? 7 : first.length();
        }
    }

    static int text(Comparable<String> c) {
        return c == null ? 0 : c.compareTo("a");
    }

    static int money(Comparable<? super Money> c, Money m) {
        return c == null || m == null ? 0 : c.compareTo(m);
    }

    static int size(Comparable<Size> c) {
        return c == null ? 7 : c.compareTo(Size.LARGE) < 0 ? 1 : 2;
    }

    static int word(Visitor<String> v, int x) {
        return v == null ? -1 : v.visit(x).length();
    }

    static int number(Visitor<Integer> v, int x) {
        return v == null ? -1 : v.visit(x);
    }

    static int open(Comparable<?> c) {
        return c == null ? 0 : c instanceof Money ? 1 : c instanceof Name ? 2 : c instanceof Integer ? 3 : 4;
    }

    static int raw(@SuppressWarnings("rawtypes") Visitor v, Visitor<String> w) {
        return v == null ? 0 : v instanceof Numbers ? 1 : v instanceof Words ? 2 : 3;
    }
}
