// holds: whatever is thrown is caught
package tasks;

import org.sosy_lab.sv_benchmarks.Verifier;

public class Division {
    static int order;

    static int divide(int a, int b) {
        try {
            return a / b;
        } catch (ArithmeticException e) {
            order = order * 10 + 1;
            return 0;
        } finally {
            order = order * 10 + 2;
        }
    }

    public static void main(String[] args) {
        int b = Verifier.nondetInt();
        int result = divide(10, b);
        assert b != 0 ? order == 2 : order == 12 && result == 0;
    }
}
