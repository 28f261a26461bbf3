package regressions;

/** Hash codes of texts that are made of other texts. */
public class HashedTexts {
    static int meets(String a, String b) {
        String twice = a + a;
        if (twice.isEmpty()) {
            return 0;
        }
        return twice.hashCode() == b.hashCode() && !twice.equals(b) ? 1 : 2;
    }

    static int isZero(String a) {
        return (a + a).hashCode() == 0 ? 1 : 2;
    }

    static int ofLonger(String a) {
        return ("x" + a).hashCode() == a.hashCode() ? 1 : 2;
    }
}
