package checked;

import java.util.*;

/** Fields that constructors set, and fields that may be null nevertheless. */
public class SetFields {
  static class Leaks { final List<String> a; Leaks() { show(); a = new ArrayList<>(); } void show() { a.size(); } }
  static class Nulled { private List<String> a = new ArrayList<>(); void clear() { a = null; } int n() { return a.size(); } }
  static class Param { private final String s; Param(String s) { this.s = s; } int n() { return s.length(); } }
  static class Req { private final String s; Req(String s) { this.s = Objects.requireNonNull(s); } int n() { return s.length(); } }
  static class Two { private final int[] a; Two() { this(3); } Two(int n) { a = new int[Math.max(n, 0)]; } int n() { return a.length; } }
  static class Cond { private final Object o; Cond(boolean b) { if (b) o = new Object(); else o = null; } int n() { return o.hashCode(); } }
  static class Nest { private Object o = new Object(); class In { void kill() { o = null; } int n() { return o.hashCode(); } } int n() { return o.hashCode(); } }
  static class Pass { private final Object o; Pass() { Reg.put(this); o = new Object(); } int n() { return o.hashCode(); } }
  static class Reg { static Pass p; static void put(Pass q) { p = q; } }
  static class Sub extends Param { private final int[] m = new int[2]; Sub() { super("x"); } int k() { return m.length; } }
  static class Lit { private final int[] a = {1, 2}; private final Object lock = new Object(); private String t = "x"; int n() { return a.length + t.length() + lock.hashCode() * 0; } }
  static class Taken { private int[] a = {0}; private int[][] b = {{1}}; void put(int[] c) { a = b[0] = c; } int n() { return a.length; } }
  static class Outer { int v; class Inner { int get() { return v; } } }
}
