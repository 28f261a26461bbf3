package regressions;

/** Recursions over numbers, some of which miss their end. */
public class Recursions {
    static int factorial(int n) {
        return n == 0 ? 1 : n * factorial(n - 1);
    }

    static boolean even(int n) {
        return n == 0 || odd(n - 1);
    }

    static boolean odd(int n) {
        return n != 0 && even(n - 1);
    }

    static int sum(int[] numbers, int n) {
        return n == numbers.length ? 0 : numbers[n] + sum(numbers, n + 1);
    }
}
