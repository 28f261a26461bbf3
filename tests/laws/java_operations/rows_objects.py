"""Arrays, enums, objects, exceptions and collections."""

# fmt: off
from typing import Any

# A table: a row takes one line or two.
from java_operations.table import FEW_INDEXES, INDEXES, INT_MAX, INT_MIN, Group, Same

ARRAYS = Group("ArrayOperations")
op = ARRAYS.op

for kind in ("int", "long", "char", "byte", "short", "boolean", "float", "double", "String"):
    up = kind.title()
    op(f"{kind} get{up}({kind}[] a, int i)", "a[i]", i=INDEXES)
    op(f"int length{up}({kind}[] a)", "a.length")
    op(f"{kind}[] clone{up}({kind}[] a)", "a.clone()")
_VALUES = {"int": "7", "long": "7L", "char": "'x'", "byte": "(byte) 300", "boolean": "true",
           "double": "-0.0", "String": '"x"'}
for kind, value in _VALUES.items():
    op(f"void set{kind.title()}({kind}[] a, int i)", f"a[i] = {value};", i=INDEXES)
op("int[] newInts(int n)", "new int[n]", n=(INT_MIN, -1, 0, 1, 2))
op("String[] newStrings(int n)", "new String[n]", n=(-1, 0, 1))
op("int[][] newGrid(int n, int k)", "new int[n][k]", n=(-1, 0, 1, 2), k=(-1, 0, 1))
op("int[][] newRagged(int n)", "new int[n][]", n=(-1, 0, 2))
op("int[] literal(int a, int b)", "new int[] {a, b}", a=(0, 1), b=(2,))
op("int addTo(int[] a, int i)", "a[i] += i; return a[i]++;", i=FEW_INDEXES)
op("void swap(int[] a, int i, int j)", "int t = a[i]; a[i] = a[j]; a[j] = t;",
   i=FEW_INDEXES, j=FEW_INDEXES)
op("void aliased(int[] a, int[] b)", "a[0] = 5; b[0]++;", a=((1,), (1, 2)), b=((3,), Same("a")))
op("boolean sameArrays(int[] a, int[] b)", "a == b", b=(None, (), Same("a")))
op("void copy(int[] a, int i, int[] b, int j, int n)", "System.arraycopy(a, i, b, j, n);",
   a=(None, (1, 2)), i=(-1, 0, 1), b=(None, (3, 4), Same("a")), j=(-1, 0, 1), n=(-1, 0, 1, 2))
op("void copyFar(int[] a, int i, int n)", "System.arraycopy(a, i, a, 0, n);",
   a=(None, (1, 2)), i=INDEXES, n=(INT_MIN, 0, 1, INT_MAX))
op("void copyStrings(String[] a, Object[] b)", "System.arraycopy(a, 0, b, 0, a.length);",
   a=(None, (), ("a",)), b=(None,))
op("int copyMixed(int[] a, long[] b)", "System.arraycopy(a, 0, b, 0, 0); return 1;",
   a=(None, ()), b=(None, (1,)))
op("void copyNoArray(String a, int[] b)", "System.arraycopy(a, 0, b, 0, 0);", a=(None, "x"),
   b=(None, ()))
op("Object[] storeWrong(String s)", "Object[] a = new Integer[1]; a[0] = s; return a;",
   s=(None, "a"))
op("int sum(int[] a)", "int s = 0; for (int x : a) { s += x; } return s;",
   a=(None, (), (INT_MAX,), (INT_MAX, 1)))

LIBRARY = Group("ArrayLibrary")
op = LIBRARY.op

op("boolean equalInts(int[] a, int[] b)", "Arrays.equals(a, b)", b=(None, (), (0,), Same("a")))
op("boolean equalStrings(String[] a, String[] b)", "Arrays.equals(a, b)")
op("int hashInts(int[] a)", "Arrays.hashCode(a)")
op("String showInts(int[] a)", "Arrays.toString(a)")
op("String showStrings(String[] a)", "Arrays.toString(a)")
op("void fill(int[] a, int v)", "Arrays.fill(a, v);", v=(-1, 0))
op("void fillPart(int[] a, int i, int j)", "Arrays.fill(a, i, j, 9);",
   a=(None, (), (1, 2)), i=FEW_INDEXES, j=FEW_INDEXES)
op("int[] copyOf(int[] a, int n)", "Arrays.copyOf(a, n)", n=(INT_MIN, -1, 0, 1, 2, 3))
op("int[] copyOfRange(int[] a, int i, int j)", "Arrays.copyOfRange(a, i, j)",
   a=(None, (), (1, 2)), i=FEW_INDEXES, j=FEW_INDEXES)
op("String[] copyOfStrings(String[] a, int n)", "Arrays.copyOf(a, n)", n=(-1, 0, 1, 2))
op("char[] copyOfChars(char[] a, int n)", "Arrays.copyOf(a, n)", n=(-1, 0, 1, 2))
op("void sort(int[] a)", "Arrays.sort(a);", a=(None, (), (1,), (2, 1), (1, 2)))
op("void sortStrings(String[] a)", "Arrays.sort(a);", a=(None, (), ("b",), (None,)), length=1)
op("int search(int[] a, int v)", "Arrays.binarySearch(a, v)", a=(None, (), (1,), (1, 3)),
   v=(0, 1, 2, 3, 4))
op("int mismatch(int[] a, int[] b)", "Arrays.mismatch(a, b)")
op("int compare(int[] a, int[] b)", "Arrays.compare(a, b)")
op("List<String> asList(String[] a)", "Arrays.asList(a)")
op("int streamed(int[] a)", "Arrays.stream(a).sum()")
op("boolean deepEquals(int[] a, int[] b)", "Arrays.deepEquals(new int[][] {a}, new int[][] {b})",
   a=(None, (), (1,)), b=(None, (), (1,)))

ENUMS = Group("Enums")
op = ENUMS.op

op("int ordinal(Color c)", "c.ordinal()")
op("String name(Color c)", "c.name()")
op("String show(Color c)", "c.toString()")
op("int compareTo(Color c, Color d)", "c.compareTo(d)")
op("boolean same(Color c, Color d)", "c == d")
op("boolean equals(Color c, Color d)", "c.equals(d)")
op("Color valueOf(String s)", "Color.valueOf(s)", s=(None, "", "RED", "BLUE", "red"), length=4)
op("Color[] values()", "Color.values()")
op("Color at(int i)", "Color.values()[i]", i=FEW_INDEXES)
op("int switched(Color c)",
   "switch (c) { case RED: return 1; case BLUE: return 2; default: return 3; }")
op("Color next(Color c)", "Color.values()[(c.ordinal() + 1) % Color.values().length]")
op("boolean declaring(Color c)", "c.getDeclaringClass() == Color.class")
op("int inMap(Color c, Color d)",
   "Map<Color, Integer> m = new EnumMap<>(Color.class); m.put(c, 1);"
   " return m.containsKey(d) ? 1 : 0;")
op("int inSet(Color c)", "EnumSet.of(c, Color.RED).size()")
op("int allOf(Color c)", "EnumSet.allOf(Color.class).contains(c) ? 1 : 0")

OBJECTS = Group("ObjectOperations")
op = OBJECTS.op

op("boolean equals(String a, String b)", "Objects.equals(a, b)", b=(None, "a", Same("a")))
op("int hashCode(String a)", "Objects.hashCode(a)", a=(None, "", "a"))
op("int hash(int a, int b)", "Objects.hash(a, b)", a=(0, 1), b=(-1, 200))
op("String show(String a)", "Objects.toString(a)")
op("String showOr(String a, String b)", "Objects.toString(a, b)", a=(None, "a"), b=(None, "b"))
op("String require(String a)", "Objects.requireNonNull(a)")
op("String requireSaying(String a)", 'Objects.requireNonNull(a, "no text")')
op("String requireElse(String a, String b)", "Objects.requireNonNullElse(a, b)",
   a=(None, "a"), b=(None, "b"))
op("boolean isNull(String a)", "Objects.isNull(a)")
op("boolean nonNull(String a)", "Objects.nonNull(a)")
op("int checkIndex(int i, int n)", "Objects.checkIndex(i, n)", i=INDEXES, n=(-1, 0, 2))
op("int checkFromToIndex(int i, int j)", "Objects.checkFromToIndex(i, j, 2)",
   i=FEW_INDEXES, j=FEW_INDEXES)
op("int checkFromIndexSize(int i, int n)", "Objects.checkFromIndexSize(i, n, 2)",
   i=FEW_INDEXES, n=FEW_INDEXES)
op("String optional(String a)", 'Optional.ofNullable(a).orElse("none")')
op("String optionalOf(String a)", "Optional.of(a).get()")
op("String optionalGet(String a)", "Optional.ofNullable(a).get()")
op("boolean optionalPresent(String a)", "Optional.ofNullable(a).isPresent()")
op("boolean optionalEquals(String a, String b)",
   "Optional.ofNullable(a).equals(Optional.ofNullable(b))",
   a=(None, "a"), b=(None, "a", "b"))
op("int optionalMap(String a)", "Optional.ofNullable(a).map(String::length).orElse(-1)")
op("String streamToList(String a)",
   'java.util.stream.Stream.of(a, "b").filter(x -> x != null).sorted().toList().get(0)')
op("String boundToAResult(String a)", 'Optional.of("b").map(a.concat("c")::concat).get()')
op("String optionalThrow(String a)",
   'Optional.ofNullable(a).orElseThrow(() -> new IllegalStateException("no " + a))')
op("boolean isString(Object o)", "o instanceof String", o=(None, "a", 1))
op("String castString(Object o)", "(String) o", o=(None, "a", 1))
op("Number castNumber(Object o)", "(Number) o", o=(None, "a", 1))
op("boolean classes(Object o)", "o.getClass() == String.class", o=(None, "a", 1))
op("String className(Object o)", "o.getClass().getName()", o=(None, "a", 1))
op("String simpleName(Object o)", "o.getClass().getSimpleName()", o=("a", 1))
op("boolean isInstance(Object o)", "CharSequence.class.isInstance(o)", o=(None, "a", 1))
op("String forName()", 'try { return Class.forName("java.util.ArrayList").getName(); }'
   ' catch (ClassNotFoundException e) { return null; }')
op("Object castTo(Object o)", "Integer.class.cast(o)", o=(None, "a", 1))
op("String classNames()", 'int[].class.getName() + String.class.getTypeName() + List.class'
   ' + int.class.isPrimitive() + int[].class.isArray() + List.class.isInterface()'
   ' + Color.class.isEnum() + int[].class.getComponentType() + Integer.class.getSuperclass()'
   ' + Number.class.isAssignableFrom(Integer.class)')
op("int arrayLength(Object o)", "java.lang.reflect.Array.getLength(o)", o=(None, "a"))
op("Object newInstance(int n)", "java.lang.reflect.Array.newInstance(int.class, n)", n=(-1, 0, 2))
op("int dividedCaught(int a, int b)",
   "try { return a / b; } catch (ArithmeticException e) { return -1; } finally { a = 0; }",
   a=(INT_MIN, 7), b=(-1, 0, 2))
op("String message(int a)",
   "try { return \"\" + 1 / a; } catch (ArithmeticException e) { return e.getMessage(); }",
   a=(0, 1))
op("int thrown(String s)", "throw new IllegalArgumentException(s);", s=(None, "", "a"))
op("int thrownCause(String s)", "throw new RuntimeException(new IllegalStateException(s));",
   s=(None, "a"))
op("int thrownBoth(String s)", 'throw new RuntimeException("x" + s, new IllegalStateException(s));',
   s=(None, "a"))
op("String shown(String s)", "new IllegalStateException(s).toString()", s=(None, "a"))
op("String causeShown(String s)",
   "Throwable t = new RuntimeException(new IllegalStateException(s));"
   " return t.getMessage() + t.getCause();",
   s=(None, "a"))
op("int suppressed(String s)",
   "Throwable e = new Exception(); e.addSuppressed(new Exception(s));"
   " return e.getSuppressed().length;")
op("int asserted(int a)", 'assert a > 0 : "not " + a; return a;', a=(-1, 0, 1))
op("long time(int a)", "System.lineSeparator().length() + a", a=(1,))

COLLECTIONS = Group("CollectionOperations")
op = COLLECTIONS.op

_MAKE = "List<Integer> l = new {}<>(); l.add(a); l.add(b); "
_TWO: dict[str, Any] = {"a": (0, 1), "b": (0, 2)}
for cls in ("ArrayList", "LinkedList"):
    make = _MAKE.format(cls)
    op(f"Integer get{cls}(int a, int b, int i)", f"{make}return l.get(i);", **_TWO, i=FEW_INDEXES)
    op(f"List<Integer> set{cls}(int a, int b, int i)", f"{make}l.set(i, 7); return l;",
       **_TWO, i=FEW_INDEXES)
    op(f"List<Integer> insert{cls}(int a, int b, int i)", f"{make}l.add(i, 7); return l;",
       **_TWO, i=FEW_INDEXES)
    op(f"List<Integer> removeAt{cls}(int a, int b, int i)", f"{make}l.remove(i); return l;",
       **_TWO, i=FEW_INDEXES)
    op(f"boolean remove{cls}(int a, int b, Integer i)", f"{make}return l.remove(i);",
       **_TWO, i=(None, 0, 2))
    op(f"int indexOf{cls}(int a, int b, Integer i)", f"{make}return l.indexOf(i);",
       **_TWO, i=(None, 0, 2))
    op(f"boolean contains{cls}(int a, int b, Integer i)", f"{make}return l.contains(i);",
       **_TWO, i=(None, 0, 2))
    op(f"String show{cls}(int a, int b)", f"{make}return l.toString();", **_TWO)
    op(f"int hash{cls}(int a, int b)", f"{make}return l.hashCode();", **_TWO)
    op(f"boolean equals{cls}(int a, int b)", f"{make}return l.equals(List.of(0, 2));", **_TWO)
    op(f"int sum{cls}(int a, int b)",
       f"{make}int s = 0; for (int x : l) {{ s += x; }} return s;", **_TWO)
    op(f"int modified{cls}(int a, int b)",
       f"{make}for (int x : l) {{ l.add(x); }} return 1;", **_TWO)
    op(f"List<Integer> clear{cls}(int a, int b)", f"{make}l.clear(); return l;", **_TWO)
    op(f"List<Integer> addAll{cls}(int a, int b)", f"{make}l.addAll(l); return l;", **_TWO)
op("List<Integer> sized(int n)", "new ArrayList<>(n)", n=(-1, 0, 1))
op("void sort(int a, int b)", _MAKE.format("ArrayList") + "Collections.sort(l);", **_TWO)
op("List<Integer> reverse(int a, int b)",
   _MAKE.format("ArrayList") + "Collections.reverse(l); return l;", **_TWO)
op("int largest(int a, int b)", _MAKE.format("ArrayList") + "return Collections.max(l);", **_TWO)
op("boolean removeIf(int a, int b)",
   _MAKE.format("ArrayList") + "return l.removeIf(x -> x > 0);", **_TWO)
op("int subList(int a, int b, int i, int j)",
   _MAKE.format("ArrayList") + "return l.subList(i, j).size();", **_TWO, i=(-1, 0, 2), j=(0, 2, 3))
op("List<Integer> of(Integer a, Integer b)", "List.of(a, b)", a=(None, 0), b=(None, 0))
op("Integer ofGet(int a, int i)", "List.of(a, 7).get(i)", a=(0,), i=FEW_INDEXES)
op("boolean ofAdd(int a)", "List.of(a).add(a)", a=(0,))
op("boolean ofContains(int a, Integer b)", "List.of(a, 7).contains(b)", a=(0,), b=(None, 0, 1))
_DEQUE = "Deque<Integer> d = new ArrayDeque<>(); d.add(a); d.push(b); "
op("int dequeFirst(int a, int b)", _DEQUE + "return d.pollFirst() * 10 + d.pollLast();", **_TWO)
op("Integer dequeEmpty(int a, int b)", _DEQUE + "d.pop(); d.pop(); return d.peek();", **_TWO)
op("Integer dequePop(int a, int b)", _DEQUE + "d.clear(); return d.pop();", **_TWO)
op("boolean dequeNull(Integer a)", "new ArrayDeque<Integer>().add(a)")
_QUEUE = "Queue<Integer> q = new PriorityQueue<>(); q.add(a); q.add(b); "
op("Integer queuePoll(int a, int b)", _QUEUE + "return q.poll();", **_TWO)
op("Integer queueElement(int a)", "new PriorityQueue<Integer>().element()", a=(0,))
for cls in ("HashMap", "TreeMap", "LinkedHashMap"):
    make = f"Map<Integer, Integer> m = new {cls}<>(); m.put(a, 1); m.put(b, 2); "
    op(f"Integer get{cls}(int a, int b, Integer k)", f"{make}return m.get(k);", **_TWO,
       k=(None, 0, 3))
    op(f"int size{cls}(int a, int b)", f"{make}return m.size();", **_TWO)
    op(f"Integer remove{cls}(int a, int b)", f"{make}return m.remove(0);", **_TWO)
    op(f"int merge{cls}(int a, int b)", f"{make}return m.merge(0, 5, Integer::sum);", **_TWO)
    op(f"String show{cls}(int a, int b)", f"{make}return m.toString();", **_TWO)
op("int getOrDefault(String s)", 'Map.of("a", 1).getOrDefault(s, 0)', s=(None, "", "a"))
op("int setSize(int a, int b)",
   "Set<Integer> s = new HashSet<>(); s.add(a); s.add(b); return s.size();",
   **_TWO)
op("Integer treeFirst(int a, int b)",
   "TreeSet<Integer> s = new TreeSet<>(); s.add(a); s.add(b); return s.first();", **_TWO)
op("Integer treeEmpty(int a)", "new TreeSet<Integer>().first()", a=(0,))
op("boolean iteratorEnds(int a)",
   "Iterator<Integer> i = List.of(a).iterator(); i.next(); i.next(); return true;",
   a=(0,))
op("int emptyList(int i)", "Collections.<Integer>emptyList().get(i)", i=(-1, 0))
op("List<Integer> unmodifiable(int a)",
   "List<Integer> l = Collections.singletonList(a); l.add(a); return l;",
   a=(0,))
op("List<String> nCopies(int n, String s)", "Collections.nCopies(n, s)",
   n=(-1, 0, 2), s=(None, "a"))
op("boolean bitSet(int i)", "BitSet s = new BitSet(); s.set(i); return s.get(i);", i=(-1, 0, 1, 64))
