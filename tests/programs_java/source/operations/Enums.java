package operations;

import java.util.*;

/** Made of the table in tests/laws/java_operations. */
public final class Enums {
    public static int ordinal(Color c) {
        return c.ordinal();
    }

    public static String name(Color c) {
        return c.name();
    }

    public static String show(Color c) {
        return c.toString();
    }

    public static int compareTo(Color c, Color d) {
        return c.compareTo(d);
    }

    public static boolean same(Color c, Color d) {
        return c == d;
    }

    public static boolean equals(Color c, Color d) {
        return c.equals(d);
    }

    public static Color valueOf(String s) {
        return Color.valueOf(s);
    }

    public static Color[] values() {
        return Color.values();
    }

    public static Color at(int i) {
        return Color.values()[i];
    }

    public static int switched(Color c) {
        switch (c) { case RED: return 1; case BLUE: return 2; default: return 3; }
    }

    public static Color next(Color c) {
        return Color.values()[(c.ordinal() + 1) % Color.values().length];
    }

    public static boolean declaring(Color c) {
        return c.getDeclaringClass() == Color.class;
    }

    public static int inMap(Color c, Color d) {
        Map<Color, Integer> m = new EnumMap<>(Color.class); m.put(c, 1); return m.containsKey(d) ? 1 : 0;
    }

    public static int inSet(Color c) {
        return EnumSet.of(c, Color.RED).size();
    }

    public static int allOf(Color c) {
        return EnumSet.allOf(Color.class).contains(c) ? 1 : 0;
    }
}
