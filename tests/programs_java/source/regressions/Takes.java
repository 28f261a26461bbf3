package regressions;

/** Parameters of a class that tests leave out. */
public class Takes {
    static int one(Gone gone) {
        return gone == null ? 0 : 1;
    }

    static int several(Gone[] gone) {
        return gone == null ? 0 : 1;
    }
}
