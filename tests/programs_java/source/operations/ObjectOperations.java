package operations;

import java.util.*;

/** Made of the table in tests/laws/java_operations. */
public final class ObjectOperations {
    public static boolean equals(String a, String b) {
        return Objects.equals(a, b);
    }

    public static int hashCode(String a) {
        return Objects.hashCode(a);
    }

    public static int hash(int a, int b) {
        return Objects.hash(a, b);
    }

    public static String show(String a) {
        return Objects.toString(a);
    }

    public static String showOr(String a, String b) {
        return Objects.toString(a, b);
    }

    public static String require(String a) {
        return Objects.requireNonNull(a);
    }

    public static String requireSaying(String a) {
        return Objects.requireNonNull(a, "no text");
    }

    public static String requireElse(String a, String b) {
        return Objects.requireNonNullElse(a, b);
    }

    public static boolean isNull(String a) {
        return Objects.isNull(a);
    }

    public static boolean nonNull(String a) {
        return Objects.nonNull(a);
    }

    public static int checkIndex(int i, int n) {
        return Objects.checkIndex(i, n);
    }

    public static int checkFromToIndex(int i, int j) {
        return Objects.checkFromToIndex(i, j, 2);
    }

    public static int checkFromIndexSize(int i, int n) {
        return Objects.checkFromIndexSize(i, n, 2);
    }

    public static String optional(String a) {
        return Optional.ofNullable(a).orElse("none");
    }

    public static String optionalOf(String a) {
        return Optional.of(a).get();
    }

    public static String optionalGet(String a) {
        return Optional.ofNullable(a).get();
    }

    public static boolean optionalPresent(String a) {
        return Optional.ofNullable(a).isPresent();
    }

    public static boolean optionalEquals(String a, String b) {
        return Optional.ofNullable(a).equals(Optional.ofNullable(b));
    }

    public static int optionalMap(String a) {
        return Optional.ofNullable(a).map(String::length).orElse(-1);
    }

    public static String streamToList(String a) {
        return java.util.stream.Stream.of(a, "b").filter(x -> x != null).sorted().toList().get(0);
    }

    public static String boundToAResult(String a) {
        return Optional.of("b").map(a.concat("c")::concat).get();
    }

    public static String optionalThrow(String a) {
        return Optional.ofNullable(a).orElseThrow(() -> new IllegalStateException("no " + a));
    }

    public static boolean isString(Object o) {
        return o instanceof String;
    }

    public static String castString(Object o) {
        return (String) o;
    }

    public static Number castNumber(Object o) {
        return (Number) o;
    }

    public static boolean classes(Object o) {
        return o.getClass() == String.class;
    }

    public static String className(Object o) {
        return o.getClass().getName();
    }

    public static String simpleName(Object o) {
        return o.getClass().getSimpleName();
    }

    public static boolean isInstance(Object o) {
        return CharSequence.class.isInstance(o);
    }

    public static String forName() {
        try { return Class.forName("java.util.ArrayList").getName(); } catch (ClassNotFoundException e) { return null; }
    }

    public static Object castTo(Object o) {
        return Integer.class.cast(o);
    }

    public static String classNames() {
        return int[].class.getName() + String.class.getTypeName() + List.class + int.class.isPrimitive() + int[].class.isArray() + List.class.isInterface() + Color.class.isEnum() + int[].class.getComponentType() + Integer.class.getSuperclass() + Number.class.isAssignableFrom(Integer.class);
    }

    public static int arrayLength(Object o) {
        return java.lang.reflect.Array.getLength(o);
    }

    public static Object newInstance(int n) {
        return java.lang.reflect.Array.newInstance(int.class, n);
    }

    public static int dividedCaught(int a, int b) {
        try { return a / b; } catch (ArithmeticException e) { return -1; } finally { a = 0; }
    }

    public static String message(int a) {
        try { return "" + 1 / a; } catch (ArithmeticException e) { return e.getMessage(); }
    }

    public static int thrown(String s) {
        throw new IllegalArgumentException(s);
    }

    public static int thrownCause(String s) {
        throw new RuntimeException(new IllegalStateException(s));
    }

    public static int thrownBoth(String s) {
        throw new RuntimeException("x" + s, new IllegalStateException(s));
    }

    public static String shown(String s) {
        return new IllegalStateException(s).toString();
    }

    public static String causeShown(String s) {
        Throwable t = new RuntimeException(new IllegalStateException(s)); return t.getMessage() + t.getCause();
    }

    public static int suppressed(String s) {
        Throwable e = new Exception(); e.addSuppressed(new Exception(s)); return e.getSuppressed().length;
    }

    public static int asserted(int a) {
        assert a > 0 : "not " + a; return a;
    }

    public static long time(int a) {
        return System.lineSeparator().length() + a;
    }
}
