// violated: the smallest int has no positive counterpart; holds for mathematical integers
package tasks;

import org.sosy_lab.sv_benchmarks.Verifier;

public class Abs {
    static int abs(int x) {
        return x < 0 ? -x : x;
    }

    public static void main(String[] args) {
        assert abs(Verifier.nondetInt()) >= 0;
    }
}
