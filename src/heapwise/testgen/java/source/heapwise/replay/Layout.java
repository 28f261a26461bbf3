package heapwise.replay;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The instance fields of a class by the names they have in a heap: a field of the class or of its
 * nearest superclass that has one of that name is called by it; one that is hidden by such a field is
 * called {@code pkg.Class.name}. A {@code String} has the one field {@code text} (see Builder and
 * Snapshot); what {@code Throwable} itself declares is the JVM's business.
 */
final class Layout {
    static final class Slot {
        final Field field;
        final char kind;
        final long offset;

        Slot(Field field) {
            this.field = field;
            this.kind = Raw.kind(field.getType());
            this.offset = Raw.offset(field);
        }
    }

    private static final ClassValue<Map<String, Slot>> KNOWN = new ClassValue<>() {
        @Override
        protected Map<String, Slot> computeValue(Class<?> type) {
            return find(type);
        }
    };

    private Layout() {
    }

    static Map<String, Slot> of(Class<?> type) {
        return KNOWN.get(type);
    }

    private static Map<String, Slot> find(Class<?> type) {
        Map<String, Slot> found = new LinkedHashMap<>();
        for (Class<?> each = type; each != null; each = each.getSuperclass()) {
            if (each == Throwable.class) {
                continue;
            }
            for (Field field : each.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers())) {
                    String name = field.getName();
                    String key = found.containsKey(name) ? each.getName() + "." + name : name;
                    found.put(key, new Slot(field));
                }
            }
        }
        return found;
    }
}
