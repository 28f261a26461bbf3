package structures;

/** What else an invariant may meet: enum constants, strings, numbers, arrays, and what goes wrong. */
public class Lamp {
    enum Colour {
        RED, GREEN, BLUE
    }

    Colour colour;
    Colour other;
    String name;
    double brightness;
    byte[] levels;

    static boolean colours(Lamp lamp) {
        return lamp.colour != null && lamp.colour != lamp.other && lamp.colour != Colour.BLUE;
    }

    static boolean named(Lamp lamp) {
        return lamp.name != null && lamp.name.length() == 1 && lamp.name.equals("a") && lamp.brightness > 0;
    }

    static boolean rising(Lamp lamp) {
        if (lamp.levels == null) {
            return false;
        }
        for (int i = 1; i < lamp.levels.length; i++) {
            if (lamp.levels[i - 1] >= lamp.levels[i]) {
                return false;
            }
        }
        return true;
    }

    static boolean throwing(Lamp lamp) {
        return lamp.levels.length == 1;
    }

    static boolean catching(Lamp lamp) {
        try {
            return lamp.levels[1] == lamp.levels[0];
        } catch (NullPointerException | ArrayIndexOutOfBoundsException e) {
            return lamp.levels == null;
        }
    }

    static boolean writing(Lamp lamp) {
        lamp.name = null;
        return true;
    }

    static boolean clocked(Lamp lamp) {
        return System.nanoTime() > 0;
    }

    static boolean endless(Lamp lamp) {
        return endless(lamp);
    }

    public int use() {
        return colour.ordinal();
    }

    static boolean between_pre(int low, int high) {
        return low < high;
    }

    public static int between(int low, int high) {
        return high - low;
    }
}
