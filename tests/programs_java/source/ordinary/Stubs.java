package ordinary;

import java.util.Iterator;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Arguments that are interfaces which nothing here implements. */
final class Stubs {
    enum Size {
        SMALL, LARGE
    }

    interface Scale {
        int weigh(String what, long amount);

        Size sized();

        default int twice(String what) {
            return 2 * weigh(what, 1);
        }
    }

    private Stubs() {
    }

    static int twice(Function<Integer, Integer> function, int x) {
        return function.apply(function.apply(x));
    }

    static int composed(Function<Integer, Integer> first, Function<Integer, Integer> second) {
        return first.andThen(second).apply(1) == 2 ? 1 : 0;
    }

    static boolean negated(Predicate<String> predicate, String text) {
        return predicate.negate().test(text);
    }

    static int summed(IntUnaryOperator operator, int[] numbers) {
        int sum = 0;
        for (int each : numbers) {
            sum += operator.applyAsInt(each);
        }
        return sum;
    }

    static String supplied(Supplier<String> supplier) {
        String text = supplier.get();
        return text == null ? "none" : text;
    }

    static void run(Runnable runnable) {
        if (runnable != null) {
            runnable.run();
        }
    }

    static int weighed(Scale scale) {
        return scale.sized() == Size.LARGE ? scale.twice("much") : scale.weigh("little", 0);
    }

    static boolean same(Runnable a, Runnable b) {
        return a == b && a.equals(b) && a.hashCode() == b.hashCode();
    }

    static int both(BooleanSupplier a, BooleanSupplier b) {
        return (a.getAsBoolean() ? 1 : 0) + (b.getAsBoolean() ? 2 : 0);
    }

    static int counted(Iterator<String> texts) {
        int count = 0;
        while (count < 2 && texts.hasNext()) {
            texts.next();
            count++;
        }
        return count;
    }
}
