package heapwise.replay;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;

/** The values that the methods of the verification benchmarks return, in the order of the calls. */
public final class Nondet {
    private static final ArrayDeque<Object> VALUES = new ArrayDeque<>();

    /** An assumption of the program does not hold: this run is none. */
    public static final class Assumption extends Error {
        private static final long serialVersionUID = 1L;
    }

    private Nondet() {
    }

    static synchronized void set(List<Object> values) {
        VALUES.clear();
        for (Object value : values) {
            VALUES.add(value == null ? Nondet.class : value);
        }
    }

    /** The next value; false if there is none. */
    public static synchronized boolean nextBoolean() {
        Object value = VALUES.poll();
        return value instanceof Boolean ? (Boolean) value : value instanceof Long && (Long) value != 0;
    }

    /** The next value; 0 if there is none. */
    public static synchronized long nextLong() {
        Object value = VALUES.poll();
        return value instanceof Long ? (Long) value : Boolean.TRUE.equals(value) ? 1 : 0;
    }

    /** The next value; 0.0 if there is none. */
    public static synchronized double nextDouble() {
        Object value = VALUES.poll();
        if (!(value instanceof Map)) {
            return value instanceof Long ? (Long) value : 0.0;
        }
        String text = (String) Json.object(value).get("float");
        return text.equals("nan") ? Double.NaN : text.equals("inf") ? Double.POSITIVE_INFINITY
                : text.equals("-inf") ? Double.NEGATIVE_INFINITY : Double.parseDouble(text);
    }

    /** The next value; an empty text if there is none. */
    public static synchronized String nextString() {
        if (VALUES.isEmpty()) {
            return "";
        }
        Object value = VALUES.poll();
        if (value instanceof Map) {
            return new String((String) Json.object(value).get("str"));
        }
        return value instanceof String ? (String) value : null;
    }

    /** The next value; null if there is none. */
    public static synchronized Object nextObject() {
        Object value = VALUES.poll();
        return value == Nondet.class ? null : value;
    }

    /** The next value, as one of this type. */
    static Object next(Class<?> type) {
        if (type == void.class) {
            return null;
        }
        if (!type.isPrimitive()) {
            return nextObject();
        }
        switch (Raw.kind(type)) {
            case 'Z':
                return nextBoolean();
            case 'B':
                return (byte) nextLong();
            case 'C':
                return (char) nextLong();
            case 'S':
                return (short) nextLong();
            case 'I':
                return (int) nextLong();
            case 'J':
                return nextLong();
            case 'F':
                return (float) nextDouble();
            default:
                return nextDouble();
        }
    }

    public static void assume(boolean condition) {
        if (!condition) {
            throw new Assumption();
        }
    }
}
