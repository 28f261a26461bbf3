// violated: two inputs may be one object
package tasks;

import org.cprover.CProver;

/** JBMC issue 6178: arguments that alias are inputs too. */
public class Aliases {
    static void check(Object o1, Object o2) {
        CProver.assume(o1 == o2 && o1 != null);
        assert false;
    }
}
