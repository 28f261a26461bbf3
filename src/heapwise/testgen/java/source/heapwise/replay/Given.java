package heapwise.replay;

import java.util.HashMap;
import java.util.Map;

/** What a program asks the machine that it runs on, answered as the witness says. */
public final class Given {
    private static final Map<String, String> ENVIRONMENT = new HashMap<>();
    private static final Map<String, String> PROPERTIES = new HashMap<>();

    private Given() {
    }

    static synchronized void forget() {
        ENVIRONMENT.clear();
        PROPERTIES.clear();
    }

    public static long nanoTime() {
        return Nondet.nextLong();
    }

    public static long currentTimeMillis() {
        return Nondet.nextLong();
    }

    public static double random() {
        return Nondet.nextDouble();
    }

    public static String getenv(String name) {
        return once(ENVIRONMENT, name.toString());
    }

    public static String getProperty(String key) {
        return once(PROPERTIES, checked(key));
    }

    public static String getProperty(String key, String otherwise) {
        String value = once(PROPERTIES, checked(key));
        return value == null ? otherwise : value;
    }

    public static String setProperty(String key, String value) {
        String before = once(PROPERTIES, checked(key));
        PROPERTIES.put(key, value.toString());
        return before;
    }

    public static String clearProperty(String key) {
        String before = once(PROPERTIES, checked(key));
        PROPERTIES.put(key, null);
        return before;
    }

    private static String checked(String key) {
        if (key.isEmpty()) {
            throw new IllegalArgumentException("key can't be empty");
        }
        return key;
    }

    /** The same answer whenever the same name is asked for. */
    private static synchronized String once(Map<String, String> known, String name) {
        if (!known.containsKey(name)) {
            Object value = Nondet.nextObject();
            known.put(name, value instanceof String ? (String) value : null);
        }
        return known.get(name);
    }
}
