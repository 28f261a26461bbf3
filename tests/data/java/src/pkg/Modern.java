package pkg;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.List;

/** Records, enums, sealed types, annotations and strange strings. */
public sealed interface Modern permits Modern.Point, Modern.Colour {
    String STRANGE = "nul \0 astral \uD83D\uDE00 lone \uD800 é";
    float NOT_A_NUMBER = 0f / 0f;
    double TENTH = 0.1;
    long LARGE = Long.MIN_VALUE;

    record Point(int x, @Requires("x > 0") List<String> names) implements Modern {}

    enum Colour implements Modern {
        RED,
        GREEN {
            @Override
            int code() {
                return 2;
            }
        };

        int code() {
            return 1;
        }
    }

    @Retention(RetentionPolicy.RUNTIME)
    @interface Requires {
        String value();

        int[] numbers() default {1, 2};

        Class<?> type() default void.class;

        ElementType element() default ElementType.FIELD;

        Deprecated nested() default @Deprecated(since = "1");

        double ratio() default 0.5;

        boolean on() default true;

        long big() default 5L;

        float small() default 0.25f;
    }

    @Requires(value = "n >= 0", numbers = {3}, type = String.class, element = ElementType.METHOD)
    static int annotated(@Requires("first") int n, int m) throws java.io.IOException {
        class Local {
            int inside() {
                return n;
            }
        }
        return new Local().inside();
    }

    static <K extends Comparable<? super K> & Runnable> K generic(List<? extends K> list, K[] more) {
        return list.get(0);
    }
}
