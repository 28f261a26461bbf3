package heapwise.replay;

import java.lang.reflect.Array;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The heap as data: every object that is reached from what was asked for. Objects that have a name
 * keep it, the others are called {@code Class@n} in the order in which they are met.
 */
final class Snapshot {
    private static final int MOST_OBJECTS = 20000;
    private static final int MOST_ITEMS = 200000;

    /** The values that sets have for all their items. */
    private static final IdentityHashMap<Object, String> CONSTANTS = new IdentityHashMap<>();

    static {
        for (Class<?> type : List.of(HashSet.class, TreeSet.class)) {
            try {
                Class.forName(type.getName()); // initialises it
                CONSTANTS.put(Raw.getStatic(type.getDeclaredField("PRESENT")),
                        type.getName() + ".PRESENT");
            } catch (ReflectiveOperationException e) {
                // Of another JDK, with another value.
            }
        }
    }

    private final IdentityHashMap<Object, String> names;
    private final Map<String, Integer> counters;
    private final Set<Object> met = Collections.newSetFromMap(new IdentityHashMap<>());
    private final ArrayDeque<Object> waiting = new ArrayDeque<>();
    private final Map<String, Object> objects = new LinkedHashMap<>();
    private int items;

    private final String mark;

    Snapshot(IdentityHashMap<Object, String> names) {
        this(names, "@");
    }

    /** New objects are called by their class, the mark and a number. */
    Snapshot(IdentityHashMap<Object, String> names, String mark) {
        this.mark = mark;
        this.counters = new HashMap<>();
        this.names = new IdentityHashMap<>();
        names.forEach((object, name) -> this.names.put(object, name));
        met.addAll(names.keySet());
        waiting.addAll(names.keySet());
    }

    /** A later moment, at which objects are called as they were; these are there in any case. */
    Snapshot(Snapshot earlier, Set<Object> objects) {
        mark = earlier.mark;
        counters = earlier.counters;
        names = earlier.names;
        met.addAll(objects);
        waiting.addAll(objects);
    }

    /** A value of a place of the given kind, as data. */
    Object value(Object value, boolean primitive) {
        if (value == null || value instanceof Boolean && primitive) {
            return value;
        }
        if (primitive) {
            if (value instanceof Float || value instanceof Double) {
                return Map.of("float", floating(((Number) value).doubleValue()));
            }
            return value instanceof Character ? (long) (Character) value
                    : ((Number) value).longValue();
        }
        if (value instanceof Class) {
            return Map.of("name", typeName((Class<?>) value) + ".class");
        }
        if (value instanceof Enum) {
            Enum<?> constant = (Enum<?>) value;
            return Map.of("name", typeName(constant.getDeclaringClass()) + "." + constant.name());
        }
        if (CONSTANTS.containsKey(value)) {
            return Map.of("name", CONSTANTS.get(value));
        }
        String name = names.get(value);
        if (name == null) {
            String type = typeName(value.getClass());
            name = type + mark + counters.merge(type, 1, Integer::sum);
            names.put(value, name);
        }
        if (met.add(value)) {
            waiting.add(value);
        }
        return name;
    }

    /** What all objects are called that were met. */
    IdentityHashMap<Object, String> names() {
        return names;
    }

    /** All objects that the values handed out so far lead to. */
    Map<String, Object> objects() throws Invalid {
        while (!waiting.isEmpty()) {
            Object object = waiting.poll();
            if (objects.size() >= MOST_OBJECTS || items >= MOST_ITEMS) {
                throw new Invalid("the final heap is too large to be read");
            }
            objects.put(names.get(object), describe(object));
        }
        return objects;
    }

    private Map<String, Object> describe(Object object) {
        Class<?> type = object.getClass();
        Map<String, Object> found = new LinkedHashMap<>();
        Map<String, Object> fields = new LinkedHashMap<>();
        found.put("class", typeName(type));
        found.put("fields", fields);
        if (type.isArray()) {
            found.put("items", items(object));
        } else if (Builder.isText(type)) {
            fields.put("text", Map.of("str", object.toString()));
        } else if (!isOpaque(type)) {
            Layout.of(type).forEach((name, slot) -> fields.put(name,
                    value(Raw.get(object, slot.offset, slot.kind), slot.kind != 'L')));
        }
        items += fields.size();
        return found;
    }

    private List<Object> items(Object array) {
        boolean primitive = array.getClass().getComponentType().isPrimitive();
        int length = Array.getLength(array);
        items += length;
        List<Object> found = new ArrayList<>(length);
        for (int i = 0; i < length && items <= MOST_ITEMS; i++) {
            found.add(value(Array.get(array, i), primitive));
        }
        return found;
    }

    /** Objects behind which the whole of the JVM begins, or which have no fields of their own. */
    private static boolean isOpaque(Class<?> type) {
        String name = type.getName();
        return isHidden(type) || Stub.isProxy(type) || name.startsWith("java.lang.invoke.")
                || name.startsWith("java.lang.ref.") || name.startsWith("java.lang.reflect.")
                || name.startsWith("jdk.internal.") || name.startsWith("sun.")
                || Thread.class.isAssignableFrom(type) || ThreadGroup.class.isAssignableFrom(type)
                || ClassLoader.class.isAssignableFrom(type) || type == Module.class;
    }

    private static boolean isHidden(Class<?> type) {
        // Class.isHidden came with 15; before, such names had a slash as they have today.
        return type.getName().indexOf('/') >= 0;
    }

    private static String typeName(Class<?> type) {
        if (Stub.is(type)) {
            return Stub.name(type);
        }
        String name = type.getTypeName();
        int lambda = name.indexOf("$$Lambda");
        return lambda < 0 ? name : name.substring(0, lambda) + "$$Lambda";
    }

    private static String floating(double value) {
        return Double.isNaN(value) ? "nan" : Double.isInfinite(value) ? value > 0 ? "inf" : "-inf"
                : Double.toString(value);
    }
}
