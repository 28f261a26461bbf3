package regressions;

/** A text that is the same from both ends. */
public class Mirror {
    static void check(String s) {
        if (s == null || s.length() != 3) {
            return;
        }
        if (s.charAt(0) == s.charAt(2)) {
            assert new StringBuilder(s).reverse().toString().equals(s);
        }
    }
}
