package patterns;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Scanner;

/** One class of Java 21 that asks the machine and the JDK for all sorts of things. */
final class Program {
    private Program() {
    }

    sealed interface Shape permits Square, Circle {}
    record Square(int side) implements Shape {}
    record Circle(int radius) implements Shape {}

    static int now(long limit) {
        return System.currentTimeMillis() > limit ? 1 : 0;
    }

    static int coin() {
        return Math.random() < 0.5 ? 0 : 1;
    }

    static int area(Shape shape) {
        return switch (shape) {
            case Square square -> square.side() * square.side();
            case Circle circle -> 3 * circle.radius() * circle.radius();
        };
    }

    static int sum(int[] numbers) {
        return Arrays.stream(numbers).filter(each -> each > 0).sum();
    }

    static Map<String, Integer> counts(String[] words) {
        Map<String, Integer> found = new HashMap<>();
        for (String word : words) {
            found.merge(word, 1, Integer::sum);
        }
        return found;
    }

    static int read() {
        return new Scanner(System.in).nextInt();
    }

    static int thread() throws InterruptedException {
        int[] result = {0};
        Thread thread = new Thread(() -> result[0] = 1);
        thread.start();
        thread.join();
        return result[0];
    }

    static Object made() throws ReflectiveOperationException {
        return Class.forName("patterns.Program").getDeclaredConstructor().newInstance();
    }
}
