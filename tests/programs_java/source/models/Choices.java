package models;

import gov.nasa.jpf.symbc.Debug;
import gov.nasa.jpf.vm.Verify;

/** Choices as programs for Java PathFinder make them. */
public class Choices {
    public static int oneOfFour() {
        switch (Verify.getInt(3, 6)) {
            case 3:
                return 0;
            case 4:
                return 1;
            case 5:
                return 2;
            default:
                return 3;
        }
    }

    public static int upTo(int most) {
        Verify.ignoreIf(most < 0 || most > 2);
        int chosen = Verify.random(most);
        int count = 0;
        while (chosen > 0) {
            count++;
            chosen--;
        }
        return count;
    }

    public static int either() {
        if (Verify.getBoolean()) {
            return Verify.randomBool() ? 1 : 2;
        }
        return Verify.getBoolean(true) ? 3 : 4;
    }

    public static long wide() {
        long chosen = Verify.getLong(-1L, 1L << 40);
        return chosen < 0 ? -1 : chosen > Integer.MAX_VALUE ? 1 : 0;
    }

    public static int symbolic() {
        int number = Debug.makeSymbolicInteger("number");
        Debug.assume(number > 10);
        boolean big = number > 100 && Debug.makeSymbolicBoolean("big");
        long other = Debug.makeSymbolicLong("other");
        char letter = Debug.makeSymbolicChar("letter");
        return big ? 1 : other == number ? 2 : letter == 'x' ? 3 : 4;
    }

    public static int symbolicText() {
        String text = Debug.makeSymbolicString("text");
        return text.isEmpty() ? 0 : Debug.makeSymbolicReal("real") > 0.5 ? 1 : 2;
    }

    /** What is assumed in the middle of a path holds of its beginning. */
    public static int ignored(int x) {
        int y = x < 0 ? -x : x;
        Verify.ignoreIf(y > 3);
        return x < -3 ? 0 : x > 3 ? 1 : 2;
    }

    public static int fromList(int x) {
        int chosen = Verify.getIntFromList(3, x, 9);
        char letter = Verify.getCharFromList('a', 'b');
        return chosen < 3 ? 0 : chosen > 9 ? 1 : letter == 'b' ? 2 : 3;
    }

    /** As the class was called in older versions. */
    public static int older() {
        int chosen = gov.nasa.jpf.jvm.Verify.getInt(1, 2);
        gov.nasa.jpf.jvm.Verify.println("counted " + gov.nasa.jpf.jvm.Verify.incrementCounter(0));
        return gov.nasa.jpf.jvm.Verify.getBoolean() ? chosen + 10 : Debug.addSymbolicInt(3, "x") > 3 ? 1 : 2;
    }

    /** What is said to the engine changes nothing, a search that ends drops its path, and what the engine says is any text. */
    public static int talkative(int x) {
        Verify.addComment("x");
        Verify.instrumentPoint("here");
        Verify.boring(x > 5);
        if (x > 5) {
            Verify.terminateSearch();
            return 0;
        }
        String said = Debug.getSymbolicIntegerValue(x);
        Debug.printHeapPC("so far");
        return Verify.isTraceReplay() ? 1 : said.equals("7") ? 2 : 3;
    }
}
