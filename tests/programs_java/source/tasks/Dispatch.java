// violated: a square of no size is flat as well
package tasks;

import org.sosy_lab.sv_benchmarks.Verifier;

public class Dispatch {
    interface Shape {
        int area();

        default boolean isFlat() {
            return area() == 0;
        }
    }

    static final class Square implements Shape {
        private final int side;

        Square(int side) {
            this.side = side;
        }

        @Override
        public int area() {
            return side * side;
        }
    }

    static final class Point implements Shape {
        @Override
        public int area() {
            return 0;
        }
    }

    static Shape make(int side) {
        return side > 0 ? new Square(side) : side == 0 ? new Point() : new Square(-side - 1);
    }

    public static void main(String[] args) {
        int side = Verifier.nondetInt();
        Verifier.assume(side > -100 && side < 100);
        Shape shape = make(side);
        assert (shape instanceof Point) == (side == 0);
        assert shape.isFlat() == (side == 0);
    }
}
