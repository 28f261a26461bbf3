package heapwise.replay;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Field;

/**
 * Objects without constructors and fields without access checks, final ones and those of records
 * included. The JVM's own {@code jdk.internal.misc.Unsafe} can do both in every release since 11; it
 * must be exported to the unnamed module ({@code --add-exports}).
 */
final class Raw {
    private static final Object UNSAFE;
    private static final MethodHandle ALLOCATE;
    private static final MethodHandle OFFSET;
    private static final MethodHandle STATIC_OFFSET;
    private static final MethodHandle STATIC_BASE;
    private static final MethodHandle[] GET = new MethodHandle[9];
    private static final MethodHandle[] PUT = new MethodHandle[9];
    private static final String KINDS = "ZBCSIJFDL";
    private static final long OVERRIDE;
    private static final long HASH_BITS = 0x7FFFFFFFL;
    /** How far left in the header of an object its identity hash code is; negative if unknown. */
    private static final int HASH_SHIFT;

    static {
        try {
            Class<?> type = Class.forName("jdk.internal.misc.Unsafe");
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            UNSAFE = lookup.findStatic(type, "getUnsafe", MethodType.methodType(type)).invoke();
            ALLOCATE = find(lookup, type, "allocateInstance", Object.class, Class.class);
            OFFSET = find(lookup, type, "objectFieldOffset", long.class, Field.class);
            STATIC_OFFSET = find(lookup, type, "staticFieldOffset", long.class, Field.class);
            STATIC_BASE = find(lookup, type, "staticFieldBase", Object.class, Field.class);
            String[] names = {"Boolean", "Byte", "Char", "Short", "Int", "Long", "Float", "Double",
                    Runtime.version().feature() >= 12 ? "Reference" : "Object"};
            Class<?>[] types = {boolean.class, byte.class, char.class, short.class, int.class,
                    long.class, float.class, double.class, Object.class};
            for (int i = 0; i < names.length; i++) {
                GET[i] = find(lookup, type, "get" + names[i], types[i], Object.class, long.class);
                PUT[i] = find(lookup, type, "put" + names[i], void.class, Object.class, long.class,
                        types[i]);
            }
            // The field is hidden from reflection, but not from its name.
            OVERRIDE = (long) find(lookup, type, "objectFieldOffset", long.class, Class.class,
                    String.class).invoke((Object) AccessibleObject.class, (Object) "override");
        } catch (Throwable e) {
            throw new ExceptionInInitializerError(e);
        }
        HASH_SHIFT = hashShift();
    }

    private Raw() {
    }

    /** Releases differ, so it is seen from what asking for a hash code changes. */
    private static int hashShift() {
        if (!"64".equals(System.getProperty("sun.arch.data.model"))) {
            return -1;
        }
        Object probe = new Object();
        long before = header(probe);
        int code = System.identityHashCode(probe);
        long changed = before ^ header(probe);
        int shift = Long.numberOfTrailingZeros(changed) - Integer.numberOfTrailingZeros(code);
        return shift >= 0 && shift <= 32 && changed == (long) code << shift ? shift : -1;
    }

    private static long header(Object object) {
        return (Long) get(object, 0, 'J');
    }

    /** Gives an object an identity hash code, unless this JVM keeps them elsewhere. */
    static void hash(Object object, int code) {
        long header = header(object);
        boolean plain = (header & 3) == 1; // no lock, and no collector, has put it elsewhere
        if (HASH_SHIFT >= 0 && plain) {
            long others = header & ~(HASH_BITS << HASH_SHIFT);
            put(object, 0, 'J', others | (long) code << HASH_SHIFT);
        }
    }

    private static MethodHandle find(MethodHandles.Lookup lookup, Class<?> type, String name,
            Class<?> result, Class<?>... parameters) throws ReflectiveOperationException {
        MethodType shape = MethodType.methodType(result, parameters);
        return lookup.findVirtual(type, name, shape).bindTo(UNSAFE);
    }

    static char kind(Class<?> type) {
        if (!type.isPrimitive()) {
            return 'L';
        }
        return type == boolean.class ? 'Z' : type == byte.class ? 'B' : type == char.class ? 'C'
                : type == short.class ? 'S' : type == int.class ? 'I' : type == long.class ? 'J'
                : type == float.class ? 'F' : 'D';
    }

    static Object allocate(Class<?> type) throws Throwable {
        return ALLOCATE.invoke(type);
    }

    static long offset(Field field) {
        try {
            return (long) OFFSET.invoke(field);
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    /** The value of an instance field, boxed if it is primitive. */
    static Object get(Object object, long offset, char kind) {
        try {
            return GET[KINDS.indexOf(kind)].invoke(object, offset);
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    static void put(Object object, long offset, char kind, Object value) {
        try {
            PUT[KINDS.indexOf(kind)].invoke(object, offset, value);
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    static Object getStatic(Field field) {
        try {
            return get(STATIC_BASE.invoke(field), (long) STATIC_OFFSET.invoke(field),
                    kind(field.getType()));
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    /** What {@code setAccessible} does, for members of every package of every module. */
    static void open(AccessibleObject member) {
        put(member, OVERRIDE, 'Z', true);
    }
}
