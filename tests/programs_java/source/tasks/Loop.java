// holds: a sum by a loop and by a formula
package tasks;

import org.sosy_lab.sv_benchmarks.Verifier;

public class Loop {
    public static void main(String[] args) {
        int n = Verifier.nondetInt();
        Verifier.assume(n >= 0 && n <= 6);
        int sum = 0;
        for (int i = 1; i <= n; i++) {
            sum += i;
        }
        assert sum == n * (n + 1) / 2;
    }
}
