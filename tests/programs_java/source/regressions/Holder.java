package regressions;

/** A field that may hold anything, and classes that no object can have. */
public class Holder {
    abstract static class Nothing {
        private Nothing() { }
    }

    interface Shown { }

    static final class Tool {
        private Tool() { }
    }

    static final class Single {
        static final Single ONE = new Single();

        private Single() { }
    }

    Object value;

    Object get() {
        return value;
    }
}
