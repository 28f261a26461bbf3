package heapwise.replay;

import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Live objects from a heap as data. All objects are made before any field is set, so cycles are
 * nothing special; no constructor runs.
 */
final class Builder {
    private static final Map<String, Class<?>> PRIMITIVES = Map.of("boolean", boolean.class, "byte",
            byte.class, "char", char.class, "short", short.class, "int", int.class, "long",
            long.class, "float", float.class, "double", double.class, "void", void.class);

    private final UserClasses loader;
    private final Map<String, Object> objects = new LinkedHashMap<>();

    Builder(UserClasses loader) {
        this.loader = loader;
    }

    /** The objects that were built, and what they are called. */
    IdentityHashMap<Object, String> names() {
        IdentityHashMap<Object, String> names = new IdentityHashMap<>();
        objects.forEach((name, object) -> names.putIfAbsent(object, name));
        return names;
    }

    void build(Map<String, Object> described) throws Throwable {
        for (Map.Entry<String, Object> entry : described.entrySet()) {
            objects.put(entry.getKey(), make(entry.getKey(), Json.object(entry.getValue())));
        }
        for (Map.Entry<String, Object> entry : described.entrySet()) {
            fill(entry.getKey(), objects.get(entry.getKey()), Json.object(entry.getValue()));
        }
    }

    /** Gives objects their identity hash codes. */
    void hash(List<Object> codes) throws Invalid {
        for (Object each : codes) {
            Map<String, Object> described = Json.object(each);
            Object object = value("hash", described.get("of"), Object.class);
            Raw.hash(object, ((Long) described.get("code")).intValue());
        }
    }

    Class<?> type(String name) throws Invalid {
        int dimensions = 0;
        String element = name;
        while (element.endsWith("[]")) {
            element = element.substring(0, element.length() - 2);
            dimensions++;
        }
        try {
            Class<?> found = PRIMITIVES.get(element);
            if (found == null) {
                found = Class.forName(element.replace('/', '.'), false, loader);
            }
            for (; dimensions > 0; dimensions--) {
                found = Array.newInstance(found, 0).getClass();
            }
            return found;
        } catch (ClassNotFoundException | LinkageError e) {
            throw new Invalid("no class " + name + ": " + e);
        }
    }

    private Object make(String name, Map<String, Object> described) throws Throwable {
        String called = (String) described.get("class");
        if (called.endsWith(Stub.SUFFIX)) {
            return Stub.of(type(called.substring(0, called.length() - Stub.SUFFIX.length())),
                    loader);
        }
        Class<?> type = type(called);
        Map<String, Object> fields = Json.object(described.get("fields"));
        if (type.isArray()) {
            List<Object> items = Json.list(described.get("items"));
            return Array.newInstance(type.getComponentType(), items == null ? 0 : items.size());
        }
        if (type == String.class) {
            String text = (String) Json.object(fields.get("text")).get("str");
            return isShared(type, fields) ? text.intern() : new String(text);
        }
        if (isShared(type, fields)) {
            Class<?> number = MethodType.methodType(type).unwrap().returnType();
            return primitive(name, fields.get("value"), number); // boxed as `valueOf` does
        }
        if (isText(type)) {
            String text = (String) Json.object(fields.get("text")).get("str");
            return type == StringBuilder.class ? new StringBuilder(text) : new StringBuffer(text);
        }
        if (type.isEnum() || type.getSuperclass() != null && type.getSuperclass().isEnum()) {
            Class<?> family = type.isEnum() ? type : type.getSuperclass();
            Object[] constants = family.getEnumConstants();
            Object ordinal = fields.get("ordinal");
            if (!(ordinal instanceof Long) || (Long) ordinal < 0
                    || (Long) ordinal >= constants.length) {
                throw new Invalid(name + ": " + family.getName() + " has no constant with the ordinal "
                        + ordinal);
            }
            return constants[((Long) ordinal).intValue()];
        }
        if (type == Class.class || type.isInterface() || Modifier.isAbstract(type.getModifiers())) {
            throw new Invalid(name + " cannot be an object of " + type.getName());
        }
        return Raw.allocate(type);
    }

    private void fill(String name, Object object, Map<String, Object> described) throws Invalid {
        Class<?> type = object.getClass();
        Map<String, Object> fields = Json.object(described.get("fields"));
        if (type.isArray()) {
            List<Object> items = Json.list(described.get("items"));
            for (int i = 0; items != null && i < items.size(); i++) {
                String place = name + "[" + i + "]";
                Array.set(object, i, value(place, items.get(i), type.getComponentType()));
            }
        } else if (!isText(type) && !isShared(type, fields) && !(object instanceof Enum || Stub.isProxy(type))) {
            Map<String, Layout.Slot> layout = Layout.of(type);
            for (Map.Entry<String, Object> entry : fields.entrySet()) {
                Layout.Slot slot = layout.get(entry.getKey());
                String place = name + "." + entry.getKey();
                if (slot == null) {
                    throw new Invalid(type.getName() + " has no field " + entry.getKey());
                }
                Object value = value(place, entry.getValue(), slot.field.getType());
                Raw.put(object, slot.offset, slot.kind, value);
            }
        }
    }

    /** Is it the literal, or the box that `valueOf` gives? */
    private static boolean isShared(Class<?> type, Map<String, Object> fields) {
        return (type == String.class || MethodType.methodType(type).hasWrappers())
                && Boolean.TRUE.equals(fields.get("interned"));
    }

    /** Is all that there is to an object its text? */
    static boolean isText(Class<?> type) {
        return type == String.class || type == StringBuilder.class || type == StringBuffer.class;
    }

    /** The value for a place of this type, boxed if it is primitive. */
    Object value(String place, Object data, Class<?> type) throws Invalid {
        if (type.isPrimitive()) {
            return primitive(place, data, type);
        }
        Object found = null;
        if (data instanceof String) {
            found = objects.get(data);
            if (found == null) {
                throw new Invalid(place + ": there is no object " + data);
            }
        } else if (data instanceof Map) {
            found = constant(place, Json.object(data));
        } else if (data != null) {
            throw new Invalid(place + " should be a reference, but is " + data);
        }
        if (found != null && !type.isInstance(found)) {
            throw new Invalid(place + " of type " + type.getTypeName() + " cannot hold a "
                    + found.getClass().getTypeName());
        }
        return found;
    }

    private Object primitive(String place, Object data, Class<?> type) throws Invalid {
        switch (Raw.kind(type)) {
            case 'Z':
                if (data instanceof Boolean) {
                    return data;
                }
                break;
            case 'F':
                // Rounded only once: what arrives is a float already, written out as a double.
                return (float) floating(place, data);
            case 'D':
                return floating(place, data);
            default:
                if (data instanceof Long) {
                    return integer(place, (Long) data, type);
                }
        }
        throw new Invalid(place + " of type " + type.getName() + " cannot hold " + data);
    }

    private static Object integer(String place, long value, Class<?> type) throws Invalid {
        Object narrow;
        boolean fits;
        switch (Raw.kind(type)) {
            case 'B':
                narrow = (byte) value;
                fits = value == (byte) value;
                break;
            case 'S':
                narrow = (short) value;
                fits = value == (short) value;
                break;
            case 'C':
                narrow = (char) value;
                // The signed form of 16 bits will do as well.
                fits = value == (char) value || value == (short) value;
                break;
            case 'I':
                narrow = (int) value;
                fits = value == (int) value;
                break;
            default:
                return value;
        }
        if (!fits) {
            throw new Invalid(place + " of type " + type.getName() + " cannot hold " + value);
        }
        return narrow;
    }

    private static double floating(String place, Object data) throws Invalid {
        if (data instanceof Long) {
            return (Long) data;
        }
        Object text = data instanceof Map ? Json.object(data).get("float") : null;
        if (text == null) {
            throw new Invalid(place + " should be a float, but is " + data);
        }
        switch ((String) text) {
            case "nan":
                return Double.NaN;
            case "inf":
                return Double.POSITIVE_INFINITY;
            case "-inf":
                return Double.NEGATIVE_INFINITY;
            default:
                return Double.parseDouble((String) text);
        }
    }

    /** `pkg.C.class` is a class object, `pkg.C.NAME` what a static field holds. */
    private Object constant(String place, Map<String, Object> data) throws Invalid {
        Object name = data.get("name");
        if (!(name instanceof String)) {
            throw new Invalid(place + " should be a reference, but is " + data);
        }
        String text = (String) name;
        int dot = text.lastIndexOf('.');
        if (dot < 0) {
            throw new Invalid(place + ": " + text + " names no constant");
        }
        Class<?> owner = type(text.substring(0, dot));
        if (text.endsWith(".class")) {
            return owner;
        }
        try {
            Class.forName(owner.getName(), true, owner.getClassLoader());
            Field field = owner.getDeclaredField(text.substring(dot + 1));
            if (Modifier.isStatic(field.getModifiers())) {
                return Raw.getStatic(field);
            }
        } catch (ReflectiveOperationException e) {
            // Said below.
        }
        throw new Invalid(place + ": " + owner.getName() + " has no static field of that name");
    }
}
