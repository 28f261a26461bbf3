package ordinary;

import java.util.Comparator;
import java.util.List;
import java.util.function.IntSupplier;

/** Streams and lambdas that nobody looks into: what they hold is of no class that the code names. */
public final class Streams {
    private Streams() {
    }

    public static List<Integer> limited(List<Integer> items) {
        return items.stream().limit(2).toList();
    }

    public static List<Integer> sorted(List<Integer> items) {
        return items.stream().sorted().toList();
    }

    public static Comparator<String> byLength() {
        return Comparator.comparingInt(String::length);
    }

    public static IntSupplier supplier(int[] numbers) {
        return () -> numbers[0]++;
    }
}
