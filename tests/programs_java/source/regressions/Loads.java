package regressions;

/** The fields of this class are of a class that nothing has loaded before. */
public class Loads {
    static class Other {
        int v;
    }

    Other head;

    public static int given(Loads c) {
        if (c != null) {
            return 1;
        }
        return 0;
    }
}
