package regressions;

import java.util.List;

/** Constants of enums as receivers, arguments, elements, and behind interfaces. */
public class Enums {
    public enum Color {
        RED, GREEN;

        public int code(boolean b) {
            if (this == RED) {
                assert !b;
                return 0;
            }
            return 1;
        }

        public Color next() {
            return this == RED ? GREEN : RED;
        }

        public int number() {
            switch (this) {
                case RED: return 1;
                case GREEN: return 2;
                default: throw new IllegalStateException();
            }
        }

        public Color opposite() {
            return values()[1 - ordinal()];
        }

        public boolean is(Color other) {
            return this == other;
        }
    }

    public interface Step {
        int apply(int x);
    }

    public enum Steps implements Step {
        UP {
            @Override public int apply(int x) {
                return x + 1;
            }

            @Override public int weight() {
                return 5;
            }
        },
        DOWN {
            @Override public int apply(int x) {
                return x - 1;
            }
        };

        /** Run by DOWN alone. */
        public int weight() {
            return this == UP ? -1 : 3;
        }

        public int twice(int x) {
            return apply(apply(x));
        }
    }

    public enum Planet {
        MERCURY(1), VENUS(2);

        final int mass;
        int visits;

        Planet(int mass) {
            this.mass = mass;
        }

        public int heavy() {
            return mass == 1 || mass == 2 ? visits : -1;
        }

        public int visit() {
            return ++visits;
        }
    }

    public enum Nothing {
        ;

        public int none() {
            return 1;
        }
    }

    public sealed interface Shape permits Square, Circle, Point { }

    public record Square(int side) implements Shape { }

    public static final class Circle implements Shape { }

    public enum Point implements Shape { HERE }

    static int apply(Step step) {
        return step.apply(0);
    }

    static boolean isUp(Step step) {
        return step == Steps.UP;
    }

    static int shape(Shape shape) {
        if (shape instanceof Square) {
            return ((Square) shape).side == 7 ? 7 : 1;
        }
        if (shape instanceof Circle) {
            return 2;
        }
        return shape == Point.HERE ? 3 : shape == null ? 4 : 5;
    }

    static int first(Color[] colors) {
        return colors[0] == Color.RED ? 1 : 2;
    }

    static int firstOf(List<Color> colors) {
        return colors.get(0) == Color.GREEN ? 1 : 2;
    }

    static int nothing(Nothing nothing) {
        return nothing == null ? 0 : 1;
    }

    static int any(Enum<?> constant) {
        return constant == Point.HERE ? 1 : 2;
    }
}
