package reachable;

/** A buffer that nothing outside can reach into: its inputs are what calls make of it. */
public class Ring {
    private final int[] items;
    private int head;
    private int size;

    public Ring(int capacity) {
        if (capacity < 0) {
            throw new IllegalArgumentException("capacity");
        }
        items = new int[capacity];
    }

    public void add(int value) {
        if (size == items.length) {
            throw new IllegalStateException("full");
        }
        items[(head + size) % items.length] = value;
        size++;
    }

    public int remove() {
        if (size == 0) {
            throw new IllegalStateException("empty");
        }
        int found = items[head];
        head = (head + 1) % items.length;
        size--;
        return found;
    }

    public int share(int amount) {
        return amount / (size - 2);
    }

    /** That may be lowered once. */
    public static class Gauge {
        private int level;

        public boolean lower() {
            level--;
            return true;
        }

        public boolean lower_post(boolean result) {
            return level >= -1;
        }
    }
}
