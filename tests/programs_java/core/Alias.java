package core;

import org.cprover.CProver;
import org.sosy_lab.sv_benchmarks.Verifier;

/** Arguments alias: JBMC issue 6178 reports the first assertion as verified. */
public class Alias {
    int v;

    static void alias(Alias o1, Alias o2) {
        CProver.assume(o1 == o2 && o1 != null);
        assert false;
    }

    static int nondet() {
        int x = Verifier.nondetInt();
        Verifier.assume(x > 5);
        assert x != 77;
        return x;
    }
}
