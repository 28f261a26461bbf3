// violated: an empty array
package tasks;

import org.sosy_lab.sv_benchmarks.Verifier;

public class Fields {
    static int largest(int[] values) {
        int found = values[0];
        for (int i = 1; i < values.length; i++) {
            if (values[i] > found) {
                found = values[i];
            }
        }
        return found;
    }

    public static void main(String[] args) {
        int n = Verifier.nondetInt();
        Verifier.assume(n >= 0 && n <= 3);
        int[] values = new int[n];
        for (int i = 0; i < n; i++) {
            values[i] = Verifier.nondetInt();
        }
        int found = 0;
        try {
            found = largest(values);
        } catch (ArrayIndexOutOfBoundsException e) {
            assert false;
        }
        for (int value : values) {
            assert value <= found;
        }
    }
}
