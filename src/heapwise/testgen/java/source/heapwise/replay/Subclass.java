package heapwise.replay;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The class file of a class that extends an abstract one: its methods return what {@link Nondet}
 * says. It has no constructor; nobody needs one to allocate an object ({@link Raw}).
 */
final class Subclass {
    private static final int VERSION = 52;
    private static final int SUPER = 0x20;
    private static final int SYNTHETIC = 0x1000;
    private static final int CHECKCAST = 0xc0;
    private static final int INVOKESTATIC = 0xb8;
    private static final String VALUES = "heapwise/replay/Nondet";

    private final ByteArrayOutputStream pool = new ByteArrayOutputStream();
    private final Map<String, Integer> entries = new LinkedHashMap<>();

    private Subclass() {
    }

    static byte[] of(String name, Class<?> above) throws IOException {
        return new Subclass().write(name, above);
    }

    private byte[] write(String name, Class<?> above) throws IOException {
        ByteArrayOutputStream rest = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(rest);
        out.writeShort(SUPER | SYNTHETIC);
        out.writeShort(type(name.replace('.', '/')));
        out.writeShort(type(above.getName().replace('.', '/')));
        out.writeShort(0);
        out.writeShort(0);
        Map<String, Method> methods = abstractMethods(above);
        out.writeShort(methods.size());
        for (Method method : methods.values()) {
            write(method, out);
        }
        out.writeShort(0);
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        DataOutputStream head = new DataOutputStream(whole);
        head.writeInt(0xcafebabe);
        head.writeInt(VERSION);
        head.writeShort(entries.size() + 1);
        pool.writeTo(head);
        rest.writeTo(head);
        return whole.toByteArray();
    }

    /** Those without a body that objects of a subclass would have, by name and descriptor. */
    private static Map<String, Method> abstractMethods(Class<?> above) {
        Map<String, Method> found = new LinkedHashMap<>();
        for (Class<?> each = above; each != null; each = each.getSuperclass()) {
            for (Method method : each.getDeclaredMethods()) {
                if (!Modifier.isStatic(method.getModifiers())
                        && !Modifier.isPrivate(method.getModifiers())) {
                    found.putIfAbsent(method.getName() + descriptor(method), method);
                }
            }
        }
        for (Method method : above.getMethods()) {
            found.putIfAbsent(method.getName() + descriptor(method), method);
        }
        found.values().removeIf(method -> !Modifier.isAbstract(method.getModifiers()));
        return found;
    }

    private static String descriptor(Method method) {
        return MethodType.methodType(method.getReturnType(), method.getParameterTypes())
                .toMethodDescriptorString();
    }

    private void write(Method method, DataOutputStream out) throws IOException {
        byte[] code = code(method.getReturnType());
        int locals = 1;
        for (Class<?> each : method.getParameterTypes()) {
            locals += each == long.class || each == double.class ? 2 : 1;
        }
        out.writeShort(method.getModifiers() & (Modifier.PUBLIC | Modifier.PROTECTED));
        out.writeShort(text(method.getName()));
        out.writeShort(text(descriptor(method)));
        out.writeShort(1);
        out.writeShort(text("Code"));
        out.writeInt(12 + code.length);
        out.writeShort(2);
        out.writeShort(locals);
        out.writeInt(code.length);
        out.write(code);
        out.writeInt(0);
    }

    /** Asks for the next value, makes it one of the type, and returns it. */
    private byte[] code(Class<?> type) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        if (type == void.class) {
            out.writeByte(0xb1); // return
            return bytes.toByteArray();
        }
        switch (Raw.kind(type)) {
            case 'Z':
                next("nextBoolean", "()Z", out);
                out.writeByte(0xac); // ireturn
                break;
            case 'J':
                next("nextLong", "()J", out);
                out.writeByte(0xad); // lreturn
                break;
            case 'F':
                next("nextDouble", "()D", out);
                out.writeByte(0x90); // d2f
                out.writeByte(0xae); // freturn
                break;
            case 'D':
                next("nextDouble", "()D", out);
                out.writeByte(0xaf); // dreturn
                break;
            case 'L':
                next("nextObject", "()Ljava/lang/Object;", out);
                out.writeByte(CHECKCAST);
                out.writeShort(type(type.getName().replace('.', '/')));
                out.writeByte(0xb0); // areturn
                break;
            default:
                next("nextLong", "()J", out);
                out.writeByte(0x88); // l2i
                if (type != int.class) {
                    // i2b, i2c or i2s
                    out.writeByte(type == byte.class ? 0x91 : type == char.class ? 0x92 : 0x93);
                }
                out.writeByte(0xac); // ireturn
        }
        return bytes.toByteArray();
    }

    private void next(String name, String descriptor, DataOutputStream out) throws IOException {
        out.writeByte(INVOKESTATIC);
        int both = pair(12, text(name), text(descriptor));
        out.writeShort(pair(10, type(VALUES), both));
    }

    // -- the constant pool

    private int text(String text) throws IOException {
        Integer known = entries.get("text " + text);
        if (known == null) {
            DataOutputStream out = new DataOutputStream(pool);
            out.writeByte(1);
            out.writeUTF(text);
            known = added("text " + text);
        }
        return known;
    }

    private int type(String name) throws IOException {
        int index = text(name);
        Integer known = entries.get("type " + index);
        if (known == null) {
            DataOutputStream out = new DataOutputStream(pool);
            out.writeByte(7);
            out.writeShort(index);
            known = added("type " + index);
        }
        return known;
    }

    private int pair(int tag, int first, int second) throws IOException {
        String key = tag + " " + first + " " + second;
        Integer known = entries.get(key);
        if (known == null) {
            DataOutputStream out = new DataOutputStream(pool);
            out.writeByte(tag);
            out.writeShort(first);
            out.writeShort(second);
            known = added(key);
        }
        return known;
    }

    private int added(String key) {
        entries.put(key, entries.size() + 1);
        return entries.size();
    }
}
