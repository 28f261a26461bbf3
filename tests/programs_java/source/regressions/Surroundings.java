package regressions;

import java.util.Collections;
import java.util.List;

/** What programs ask the machine that they run on. */
public class Surroundings {
    static void hasHome() {
        assert System.getenv("HOME") == null;
    }

    static int same(String name) {
        String one = System.getenv("A");
        String other = System.getenv(name);
        if (one != null && other != null && "A".equals(name)) {
            assert one.equals(other);
            return 1;
        }
        return 2;
    }

    static int property() {
        return System.getProperty("os.name").startsWith("L") ? 1 : 0;
    }

    static int otherwise() {
        return System.getProperty("a.b", "x").equals("x") ? 1 : 0;
    }

    static int set(String value) {
        System.setProperty("a.b", value);
        assert System.getProperty("a.b") == value;
        System.clearProperty("a.b");
        return System.getProperty("a.b") == null ? 1 : 0;
    }

    static String empty(String key) {
        return System.getProperty(key);
    }

    static int later() {
        long before = System.nanoTime();
        long after = System.nanoTime();
        assert after >= before && after - before >= 0;
        return after == before ? 0 : 1;
    }

    static int clock(long t) {
        long one = System.currentTimeMillis();
        long other = System.currentTimeMillis();
        return other < one ? -1 : one > t ? 1 : 0;
    }

    static int coin() {
        double x = Math.random();
        assert x >= 0 && x < 1;
        return x < 0.5 ? 0 : 1;
    }

    static int order() {
        int found = 0;
        if (System.nanoTime() == 7) {
            found += 1;
        }
        if ("y".equals(System.getenv("X"))) {
            found += 2;
        }
        if (Math.random() == 0.25) {
            found += 4;
        }
        return found;
    }

    static int shuffled(List<Integer> list) {
        if (list == null || list.size() != 2) {
            return 0;
        }
        Integer first = list.get(0);
        Collections.shuffle(list);
        return list.get(0) == first ? 1 : 2;
    }

    static class Guarded {
        boolean repOK() {
            return "on".equals(System.getenv("MODE"));
        }

        int mode() {
            return "on".equals(System.getenv("MODE")) ? 1 : 0;
        }
    }
}
