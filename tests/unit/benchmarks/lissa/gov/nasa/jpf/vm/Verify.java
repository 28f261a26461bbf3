package gov.nasa.jpf.vm;

import java.util.ArrayList;
import java.util.List;

/** Every sequence of choices, one after the other. */
public final class Verify {
    /** A run that does not count. */
    public static final class Ignored extends Error {
        private static final long serialVersionUID = 1L;
    }

    private static final List<int[]> choices = new ArrayList<>();
    private static int at;

    private Verify() {
    }

    public static void first() {
        choices.clear();
    }

    public static void restart() {
        at = 0;
    }

    /** Is there another sequence? */
    public static boolean next() {
        while (!choices.isEmpty()) {
            int[] last = choices.get(choices.size() - 1);
            if (last[0] < last[1]) {
                last[0]++;
                return true;
            }
            choices.remove(choices.size() - 1);
        }
        return false;
    }

    public static int getInt(int min, int max) {
        if (at == choices.size()) {
            choices.add(new int[] {min, max});
        }
        return choices.get(at++)[0];
    }

    public static boolean getBoolean() {
        return getInt(0, 1) == 1;
    }

    public static void ignoreIf(boolean condition) {
        if (condition) {
            throw new Ignored();
        }
    }
}
