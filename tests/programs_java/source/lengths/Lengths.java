package lengths;

import java.util.ArrayList;
import java.util.List;

/** Code that tells lengths apart, and code that looks at one element after another. */
public class Lengths {
    static String array(int[] xs) {
        if (xs.length == 5) return "five";
        return xs.length > 40 ? "many" : "other";
    }

    static String objects(Object[] xs) {
        return xs.length == 7 && xs[3] == xs[5] ? "same" : "other";
    }

    static String list(List<Integer> xs) {
        return xs.size() > 3 ? "many" : "few";
    }

    static String arrayList(ArrayList<String> xs) {
        return xs.size() == 9 ? "nine" : "other";
    }

    static String text(String s) {
        return s.length() > 30 ? "long" : "short";
    }

    static String far(int[] xs, String s) {
        if (xs.length > 10 && xs[10] == 5 && xs[xs.length - 1] == 6) return "element";
        return s.length() > 10 && s.charAt(10) == 'x' ? "letter" : "other";
    }

    static int sum(int[] xs) {
        int total = 0;
        for (int x : xs) total += x;
        return total;
    }

    static void fill(int[] xs) {
        for (int i = 0; i < xs.length; i++) xs[i] = i;
    }

    static int[] copy(int[] xs) {
        return xs.clone();
    }

    static int letters(String s) {
        int found = 0;
        for (int i = 0; i < s.length(); i++) if (s.charAt(i) == 'x') found++;
        return found;
    }

    static int first(Object[] xs, Object x) {
        for (int i = 0; i < xs.length; i++) if (xs[i] == x) return i;
        return -1;
    }
}
