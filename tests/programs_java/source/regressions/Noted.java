package regressions;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Parameters with annotations, of this package or any other. */
public class Noted {
    @Retention(RetentionPolicy.CLASS)
    @interface NotNull {
    }

    @Target(ElementType.TYPE_USE)
    @Retention(RetentionPolicy.RUNTIME)
    @interface NonNull {
    }

    @Retention(RetentionPolicy.RUNTIME)
    @interface Min {
        long value();
    }

    @Retention(RetentionPolicy.RUNTIME)
    @interface Max {
        long value();
    }

    @Retention(RetentionPolicy.RUNTIME)
    @interface Positive {
    }

    public static int length(@NotNull String text) {
        return text.length();
    }

    public static int ofType(@NonNull String text) {
        return text.length();
    }

    public static int divided(@Min(1) int by, @Max(10) int n) {
        return n > 10 ? n / 0 : n / by;
    }

    public static long positive(@Positive long by) {
        return 100 / by;
    }

    public static int wrong(@Min(0) int by) {
        return 100 / by;
    }
}
