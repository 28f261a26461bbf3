// violated: a cast cuts off what does not fit
package tasks;

import org.sosy_lab.sv_benchmarks.Verifier;

public class Narrow {
    public static void main(String[] args) {
        short s = Verifier.nondetShort();
        byte b = (byte) s;
        char c = (char) s;
        assert (short) c == s;
        assert b == s;
    }
}
