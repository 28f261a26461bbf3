package regressions;

/** A class that needs another one here and there. */
public class Needs {
    interface Step {
        int apply();
    }

    static class Near extends Gone implements Step {
        @Override public int apply() {
            return 1;
        }
    }

    static class Far implements Step {
        @Override public int apply() {
            return 2;
        }
    }

    private Gone gone;
    int x;

    int pure(int y) {
        return y / (y - 3);
    }

    static int read(Needs needs) {
        return needs.gone == null ? 0 : 1;
    }

    static int make() {
        return new Gone().value;
    }

    static int count() {
        return Gone.count;
    }

    static int ask(Object o) {
        return o instanceof Gone ? 1 : 0;
    }

    static int caught() {
        try {
            return new Gone().value;
        } catch (NoClassDefFoundError e) {
            return -1;
        }
    }

    static int own() {
        Needs needs = new Needs();
        return needs.gone == null ? 0 : 1;
    }

    static int step(Step step) {
        return step.apply();
    }
}
