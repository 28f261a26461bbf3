package regressions;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Identity hash codes, asked for in every way. */
public class Hashes {
    static class Plain {
        int key;
    }

    static class Equal {
        int key;

        Equal(int key) {
            this.key = key;
        }

        @Override public boolean equals(Object o) {
            return o instanceof Equal && ((Equal) o).key == key;
        }
    }

    static class Narrower extends Equal {
        Narrower(int key) {
            super(key);
        }
    }

    enum Side { LEFT, RIGHT }

    record Pair(Object one, Object other) {}

    // -- tables: 1 if both are one object, else 2

    static int set(Equal one, Equal other) {
        return new HashSet<>(List.of(one, other)).size();
    }

    static int linked(Narrower one, Narrower other) {
        return new LinkedHashSet<>(Arrays.asList(one, other)).size();
    }

    static int concurrent(Equal one, Equal other) {
        Map<Equal, Integer> map = new ConcurrentHashMap<>();
        map.put(one, 1);
        map.put(other, 2);
        return map.size();
    }

    static int identity(Equal one, Equal other) {
        Map<Equal, Integer> map = new IdentityHashMap<>();
        map.put(one, 1);
        map.put(other, 2);
        return map.size();
    }

    static int records(Equal one, Equal other) {
        Set<Pair> set = new HashSet<>();
        set.add(new Pair(one, null));
        set.add(new Pair(other, null));
        return set.size();
    }

    // -- objects that the method makes itself

    static int made(int one, int other) {
        Set<Equal> set = new HashSet<>();
        set.add(new Equal(one));
        set.add(new Equal(other));
        return set.contains(new Equal(one)) ? 0 : set.size();
    }

    // -- a table that the caller sees

    static Set<Equal> kept(Equal one, Equal other) {
        Set<Equal> set = new HashSet<>();
        set.add(one);
        set.add(other);
        return set;
    }

    // -- texts

    static boolean texts(Plain one, Plain other) {
        return one.toString().equals(other.toString());
    }

    static boolean arrays(int[] one, int[] other) {
        return ("" + one).equals("" + other);
    }

    static boolean fresh() {
        return new Plain().toString().equals(new Plain().toString());
    }

    // -- what the user sees of a hash code is any number, but not that of another object

    static boolean collide(Plain one, Plain other) {
        return one.hashCode() == other.hashCode();
    }

    static int parity(Object o) {
        return System.identityHashCode(o) % 2 == 0 ? 0 : 1;
    }

    static int own() {
        return new Plain().hashCode() % 2 == 0 ? 0 : 1;
    }

    static int combined(Plain one) {
        return Objects.hash(one) == 32 ? 1 : 0;
    }

    static int listed(Plain one) {
        return List.of(one).hashCode() == 32 ? 1 : 0;
    }

    static int component(Side side) {
        return new Pair(side, null).hashCode() == 31 ? 1 : 0;
    }

    static int sorted(Plain one, Plain other) {
        List<Plain> all = new ArrayList<>(List.of(one, other));
        all.sort(Comparator.comparingInt(Object::hashCode));
        return all.get(0) == one ? 1 : 0;
    }

    // -- the order of a table

    static Side first(Side one, Side other) {
        Map<Side, Integer> map = new HashMap<>();
        map.put(one, 1);
        map.put(other, 2);
        return map.keySet().iterator().next();
    }

    static int last(Plain one, Plain other) {
        int[] found = new int[1];
        new HashSet<>(List.of(one, other)).forEach(each -> found[0] = each.key);
        return found[0];
    }

    static int all(Plain one, Plain other) {
        Set<Plain> set = new LinkedHashSet<>();
        set.add(one);
        set.add(other);
        int found = 0;
        for (Plain each : set) {
            found = each.key;
        }
        return found;
    }

    static int alone(Plain one) {
        Set<Plain> set = new HashSet<>();
        set.add(one);
        set.add(one);
        return set.iterator().next() == one ? 1 : 0;
    }
}
