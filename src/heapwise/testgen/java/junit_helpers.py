"""The Java methods that a test file carries along for what it cannot reach by name."""

from __future__ import annotations

from collections.abc import Iterable

from heapwise.testgen.java.access import Extension

HELPERS = {
    "make": """\
    /** An object whose fields are not set yet; no constructor runs. */
    @SuppressWarnings("unchecked")
    private static <T> T make(Class<T> type) throws ReflectiveOperationException {
        Class<?> unsafe = Class.forName("sun.misc.Unsafe");
        Field instance = unsafe.getDeclaredField("theUnsafe");
        instance.setAccessible(true);
        return (T) unsafe.getMethod("allocateInstance", Class.class)
                .invoke(instance.get(null), type);
    }
""",
    "type": """\
    private static Class<?> type(String name) throws ClassNotFoundException {
        return Class.forName(name);
    }
""",
    "set": """\
    private static void set(Object object, String owner, String name, Object value)
            throws ReflectiveOperationException {
        Field field = Class.forName(owner).getDeclaredField(name);
        field.setAccessible(true);
        field.set(object, value);
    }
""",
    "get": """\
    private static Object get(Object object, String owner, String name)
            throws ReflectiveOperationException {
        Field field = Class.forName(owner).getDeclaredField(name);
        field.setAccessible(true);
        return field.get(object);
    }
""",
    "call": """\
    private static Object call(Object receiver, String owner, String name, Class<?>[] types,
            Object... arguments) throws Throwable {
        try {
            if (name.equals("<init>")) {
                Constructor<?> made = Class.forName(owner).getDeclaredConstructor(types);
                made.setAccessible(true);
                return made.newInstance(arguments);
            }
            Method method = Class.forName(owner).getDeclaredMethod(name, types);
            method.setAccessible(true);
            return method.invoke(receiver, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
""",
    "stub": """\
    /** An object whose methods return one answer after the other. */
    private static <T> T stub(Class<T> type, java.util.Deque<Object> answers) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type},
                (self, method, arguments) -> {
                    if (method.getDeclaringClass() == Object.class) {
                        return method.getName().equals("equals") ? (Object) (self == arguments[0])
                                : method.getName().equals("hashCode") ? (Object) 1 : "a stub";
                    }
                    if (method.isDefault()) { // needs Java 16
                        try {
                            return InvocationHandler.class.getMethod("invokeDefault", Object.class,
                                    Method.class, Object[].class)
                                    .invoke(null, self, method, arguments);
                        } catch (InvocationTargetException e) {
                            throw e.getCause();
                        }
                    }
                    return method.getReturnType() == void.class ? null : answers.remove();
                }));
    }
""",
    "isNew": """\
    /** The object is of this class and none of those known before. */
    private static void isNew(String type, Object made, Object[] known) {
        assertNotNull(made);
        assertEquals(type, made.getClass().getTypeName());
        for (Object each : known) {
            assertNotSame(each, made);
        }
    }
""",
}
IMPORTS = {
    "make": ("java.lang.reflect.Field",),
    "set": ("java.lang.reflect.Field",),
    "get": ("java.lang.reflect.Field",),
    "stub": (
        "java.lang.reflect.InvocationHandler",
        "java.lang.reflect.InvocationTargetException",
        "java.lang.reflect.Method",
        "java.lang.reflect.Proxy",
    ),
    "call": (
        "java.lang.reflect.Constructor",
        "java.lang.reflect.InvocationTargetException",
        "java.lang.reflect.Method",
    ),
}
ASSERTIONS = (
    *("assertEquals", "assertFalse", "assertNotNull", "assertNotSame", "assertNull"),
    *("assertSame", "assertThrows", "assertTrue"),
)


def extending(name: str, source: str, extension: Extension) -> tuple[str, ...]:
    """A class for stubs of the abstract class `source`. Its constructor is there for the compiler
    only."""
    lines = [
        f"/** What is abstract in {source} returns one answer after the other. */",
        f"private static class {name} extends {source} {{",
        "    private java.util.Deque<Object> answers;",
        "",
        f"    private {name}() throws Throwable {{",
        f"        super({', '.join(extension.arguments)});",
        "    }",
        "",
        f"    static {name} answering(java.util.Deque<Object> answers)",
        "            throws ReflectiveOperationException {",
        f"        {name} made = make({name}.class);",
        "        made.answers = answers;",
        "        return made;",
        "    }",
    ]
    for each in extension.methods:
        places = ", ".join(f"{type_} a{index}" for index, type_ in enumerate(each.parameters))
        lines += ["", "    @Override", f"    {each.modifier}{each.result} {each.name}({places}) {{"]
        if each.result != "void":
            lines.append(f"        return ({each.result}) answers.remove();")
        lines.append("    }")
    return (*lines, "}")


def opening(packages: Iterable[str]) -> str:
    """The options of a JVM whose programs look into packages of the JDK."""
    return " ".join(f"--add-opens java.base/{each}=ALL-UNNAMED" for each in sorted(packages))
