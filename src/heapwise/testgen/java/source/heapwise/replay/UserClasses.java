package heapwise.replay;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Loads the user's classes; the bytes of a class are read once for all loaders of a class path.
 * Static variables live as long as the loader, so a run gets a new one unless nothing can have
 * changed ({@link #isClean}).
 */
final class UserClasses extends ClassLoader {
    private static final byte[] MISSING = {};

    private final URLClassLoader files;
    private final Map<String, byte[]> bytes;
    private final List<Class<?>> defined = new ArrayList<>();

    /** {@code single} are class files that lie in no folder of their package. */
    UserClasses(URLClassLoader files, Map<String, byte[]> bytes, List<byte[]> single) {
        super(UserClasses.class.getClassLoader());
        this.files = files;
        this.bytes = bytes;
        setDefaultAssertionStatus(true);
        for (byte[] data : single) {
            byte[] changed = Redirect.of(data);
            defined.add(defineClass(null, changed, 0, changed.length));
        }
    }

    @Override
    protected synchronized Class<?> findClass(String name) throws ClassNotFoundException {
        byte[] data = bytes.computeIfAbsent(name, this::read);
        if (data == MISSING) {
            throw new ClassNotFoundException(name);
        }
        int dot = name.lastIndexOf('.');
        if (dot > 0 && getDefinedPackage(name.substring(0, dot)) == null) {
            definePackage(name.substring(0, dot), null, null, null, null, null, null, null);
        }
        Class<?> type = defineClass(name, data, 0, data.length);
        defined.add(type);
        return type;
    }

    /**
     * A class that extends an abstract one, in the same package unless that is of the JDK: methods
     * that only the package may see can be overridden.
     */
    synchronized Class<?> extending(Class<?> type) throws IOException {
        String name = (type.getClassLoader() == this ? "" : "stub.") + type.getName() + Stub.SUFFIX;
        Class<?> found = findLoadedClass(name);
        if (found == null) {
            byte[] data = Subclass.of(name, type);
            found = defineClass(name, data, 0, data.length);
        }
        return found;
    }

    private byte[] read(String name) {
        try (InputStream in = files.getResourceAsStream(name.replace('.', '/') + ".class")) {
            return in == null ? MISSING : Redirect.of(in.readAllBytes());
        } catch (IOException e) {
            return MISSING;
        }
    }

    @Override
    protected URL findResource(String name) {
        return files.findResource(name);
    }

    /** Whether no class has a static variable that a program could change. */
    synchronized boolean isClean() {
        // By index: asking a class for its fields may load the classes of these.
        for (int i = 0; i < defined.size(); i++) {
            Class<?> type = defined.get(i);
            Field[] fields;
            try {
                fields = type.getDeclaredFields();
            } catch (LinkageError e) {
                return false; // one is of a class that is not there
            }
            for (Field field : fields) {
                int modifiers = field.getModifiers();
                boolean constant = Modifier.isFinal(modifiers)
                        && (field.getType().isPrimitive() || field.getType() == String.class);
                if (Modifier.isStatic(modifiers) && !constant) {
                    return false;
                }
            }
        }
        return true;
    }
}
