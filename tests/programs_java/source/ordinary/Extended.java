package ordinary;

import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import java.util.function.Supplier;

/** Arguments that are abstract classes which nothing here extends. */
final class Extended {
    /** With state, a static variable, and methods of all kinds. */
    abstract static class Shape {
        private static int asked = 40;
        int width;
        final String label;
        Shape inner;

        Shape(String label, int width) {
            this.label = Objects.requireNonNull(label);
            this.width = width;
        }

        abstract int height();

        protected abstract boolean isOpen(long at, double scale);

        public abstract String named(Shape other);

        protected abstract void grow();

        abstract char letter();

        abstract double[] sizes();

        final int area() {
            asked++;
            return width * height();
        }
    }

    /** Asks for what is made, and promises more about it than its interface. */
    abstract static class Maker<T> implements Supplier<T>, Comparable<Maker<T>> {
        T last;

        @Override
        public abstract String toString();

        T made() {
            last = get();
            return last;
        }
    }

    /** Nobody outside can extend it. */
    abstract static class Closed {
        private Closed() {
        }

        abstract int code();
    }

    /** The target itself may be a method of such a class. */
    abstract static class Counter {
        private int count;

        abstract boolean isStep(int number);

        int counted(int number) {
            if (isStep(number)) {
                count += number;
            }
            return count;
        }

        String kind() {
            return getClass().getName();
        }
    }

    /** What it answers its invariant is not what it answers others. */
    abstract static class Gauge {
        abstract int level();

        boolean repOK() {
            return level() == 5;
        }
    }

    private Extended() {
    }

    static int area(Shape shape) {
        return shape.area() == 12 ? Shape.asked : -1;
    }

    static int nested(Shape shape) {
        if (shape.inner == null) {
            return 0;
        }
        shape.grow();
        shape.width = shape.inner.height();
        return shape == shape.inner ? 1 : 2;
    }

    static String named(Shape a, Shape b) {
        if (a.isOpen(3L, 0.5) && a.letter() == 'x') {
            return a.named(b);
        }
        return a.label;
    }

    static double first(Shape shape) {
        double[] sizes = shape.sizes();
        return sizes.length > 1 ? sizes[0] : -1;
    }

    static int made(Maker<String> maker) {
        String text = maker.made();
        if (text != null && text.equals("x")) {
            return maker.toString().length();
        }
        return maker.compareTo(maker);
    }

    static boolean isSameKind(Shape a, Shape b) {
        return a.getClass() == b.getClass() && a.equals(b);
    }

    static int levels(Gauge gauge) {
        return gauge.level() == 7 ? 1 : 2;
    }

    static int closed(Closed closed) {
        return closed == null ? 0 : closed.code();
    }

    static int read(InputStream stream) throws IOException {
        int first = stream.read();
        return first < 0 ? -1 : first * 256 + stream.read();
    }
}
