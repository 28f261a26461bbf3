package patterns;

/** Pattern switches; compiled for Java 21, run by a JVM that can. */
final class Patterns {
    private Patterns() {
    }

    sealed interface Shape permits Sq, Ci, Re {}
    record Sq(int a) implements Shape {}
    record Ci(int r) implements Shape {}
    record Re(int w, Shape in) implements Shape {}
    enum Co { RED, GREEN, BLUE }
    static int area(Shape s) { return switch (s) { case Sq q -> q.a(); case Ci c -> 3 * c.r(); case Re r -> r.w(); }; }
    static int guard(Shape s) { return switch (s) { case Sq q when q.a() > 3 -> 1; case Sq q -> 2; case null -> 3; default -> 4; }; }
    static int deep(Shape s) { return switch (s) { case Re(int w, Sq(int a)) -> w + a; case Re(int w, var x) -> w; default -> -1; }; }
    static int obj(Object o) { return switch (o) { case Integer i when i > 5 -> i; case Integer i -> -i; case String t -> t.length(); case null -> 7; default -> 9; }; }
    static int en(Co c) { return switch (c) { case RED -> 1; case GREEN -> 2; case BLUE -> 3; }; }
    static int enNull(Co c) { return switch (c) { case RED -> 1; case null -> 5; default -> 2; }; }
    static int inst(Object o) { return o instanceof Sq(int a) && a > 2 ? a : 0; }
    static int ints(Integer i) { return switch (i) { case 1 -> 10; case Integer j when j > 100 -> 2; case Integer j -> 3; }; }
    static int str(String s) { return switch (s) { case "a" -> 1; case String t when t.length() > 3 -> 2; case String t -> 3; }; }
}
