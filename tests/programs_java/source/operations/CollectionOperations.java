package operations;

import java.util.*;

/** Made of the table in tests/laws/java_operations. */
public final class CollectionOperations {
    public static Integer getArrayList(int a, int b, int i) {
        List<Integer> l = new ArrayList<>(); l.add(a); l.add(b); return l.get(i);
    }

    public static List<Integer> setArrayList(int a, int b, int i) {
        List<Integer> l = new ArrayList<>(); l.add(a); l.add(b); l.set(i, 7); return l;
    }

    public static List<Integer> insertArrayList(int a, int b, int i) {
        List<Integer> l = new ArrayList<>(); l.add(a); l.add(b); l.add(i, 7); return l;
    }

    public static List<Integer> removeAtArrayList(int a, int b, int i) {
        List<Integer> l = new ArrayList<>(); l.add(a); l.add(b); l.remove(i); return l;
    }

    public static boolean removeArrayList(int a, int b, Integer i) {
        List<Integer> l = new ArrayList<>(); l.add(a); l.add(b); return l.remove(i);
    }

    public static int indexOfArrayList(int a, int b, Integer i) {
        List<Integer> l = new ArrayList<>(); l.add(a); l.add(b); return l.indexOf(i);
    }

    public static boolean containsArrayList(int a, int b, Integer i) {
        List<Integer> l = new ArrayList<>(); l.add(a); l.add(b); return l.contains(i);
    }

    public static String showArrayList(int a, int b) {
        List<Integer> l = new ArrayList<>(); l.add(a); l.add(b); return l.toString();
    }

    public static int hashArrayList(int a, int b) {
        List<Integer> l = new ArrayList<>(); l.add(a); l.add(b); return l.hashCode();
    }

    public static boolean equalsArrayList(int a, int b) {
        List<Integer> l = new ArrayList<>(); l.add(a); l.add(b); return l.equals(List.of(0, 2));
    }

    public static int sumArrayList(int a, int b) {
        List<Integer> l = new ArrayList<>(); l.add(a); l.add(b); int s = 0; for (int x : l) { s += x; } return s;
    }

    public static int modifiedArrayList(int a, int b) {
        List<Integer> l = new ArrayList<>(); l.add(a); l.add(b); for (int x : l) { l.add(x); } return 1;
    }

    public static List<Integer> clearArrayList(int a, int b) {
        List<Integer> l = new ArrayList<>(); l.add(a); l.add(b); l.clear(); return l;
    }

    public static List<Integer> addAllArrayList(int a, int b) {
        List<Integer> l = new ArrayList<>(); l.add(a); l.add(b); l.addAll(l); return l;
    }

    public static Integer getLinkedList(int a, int b, int i) {
        List<Integer> l = new LinkedList<>(); l.add(a); l.add(b); return l.get(i);
    }

    public static List<Integer> setLinkedList(int a, int b, int i) {
        List<Integer> l = new LinkedList<>(); l.add(a); l.add(b); l.set(i, 7); return l;
    }

    public static List<Integer> insertLinkedList(int a, int b, int i) {
        List<Integer> l = new LinkedList<>(); l.add(a); l.add(b); l.add(i, 7); return l;
    }

    public static List<Integer> removeAtLinkedList(int a, int b, int i) {
        List<Integer> l = new LinkedList<>(); l.add(a); l.add(b); l.remove(i); return l;
    }

    public static boolean removeLinkedList(int a, int b, Integer i) {
        List<Integer> l = new LinkedList<>(); l.add(a); l.add(b); return l.remove(i);
    }

    public static int indexOfLinkedList(int a, int b, Integer i) {
        List<Integer> l = new LinkedList<>(); l.add(a); l.add(b); return l.indexOf(i);
    }

    public static boolean containsLinkedList(int a, int b, Integer i) {
        List<Integer> l = new LinkedList<>(); l.add(a); l.add(b); return l.contains(i);
    }

    public static String showLinkedList(int a, int b) {
        List<Integer> l = new LinkedList<>(); l.add(a); l.add(b); return l.toString();
    }

    public static int hashLinkedList(int a, int b) {
        List<Integer> l = new LinkedList<>(); l.add(a); l.add(b); return l.hashCode();
    }

    public static boolean equalsLinkedList(int a, int b) {
        List<Integer> l = new LinkedList<>(); l.add(a); l.add(b); return l.equals(List.of(0, 2));
    }

    public static int sumLinkedList(int a, int b) {
        List<Integer> l = new LinkedList<>(); l.add(a); l.add(b); int s = 0; for (int x : l) { s += x; } return s;
    }

    public static int modifiedLinkedList(int a, int b) {
        List<Integer> l = new LinkedList<>(); l.add(a); l.add(b); for (int x : l) { l.add(x); } return 1;
    }

    public static List<Integer> clearLinkedList(int a, int b) {
        List<Integer> l = new LinkedList<>(); l.add(a); l.add(b); l.clear(); return l;
    }

    public static List<Integer> addAllLinkedList(int a, int b) {
        List<Integer> l = new LinkedList<>(); l.add(a); l.add(b); l.addAll(l); return l;
    }

    public static List<Integer> sized(int n) {
        return new ArrayList<>(n);
    }

    public static void sort(int a, int b) {
        List<Integer> l = new ArrayList<>(); l.add(a); l.add(b); Collections.sort(l);
    }

    public static List<Integer> reverse(int a, int b) {
        List<Integer> l = new ArrayList<>(); l.add(a); l.add(b); Collections.reverse(l); return l;
    }

    public static int largest(int a, int b) {
        List<Integer> l = new ArrayList<>(); l.add(a); l.add(b); return Collections.max(l);
    }

    public static boolean removeIf(int a, int b) {
        List<Integer> l = new ArrayList<>(); l.add(a); l.add(b); return l.removeIf(x -> x > 0);
    }

    public static int subList(int a, int b, int i, int j) {
        List<Integer> l = new ArrayList<>(); l.add(a); l.add(b); return l.subList(i, j).size();
    }

    public static List<Integer> of(Integer a, Integer b) {
        return List.of(a, b);
    }

    public static Integer ofGet(int a, int i) {
        return List.of(a, 7).get(i);
    }

    public static boolean ofAdd(int a) {
        return List.of(a).add(a);
    }

    public static boolean ofContains(int a, Integer b) {
        return List.of(a, 7).contains(b);
    }

    public static int dequeFirst(int a, int b) {
        Deque<Integer> d = new ArrayDeque<>(); d.add(a); d.push(b); return d.pollFirst() * 10 + d.pollLast();
    }

    public static Integer dequeEmpty(int a, int b) {
        Deque<Integer> d = new ArrayDeque<>(); d.add(a); d.push(b); d.pop(); d.pop(); return d.peek();
    }

    public static Integer dequePop(int a, int b) {
        Deque<Integer> d = new ArrayDeque<>(); d.add(a); d.push(b); d.clear(); return d.pop();
    }

    public static boolean dequeNull(Integer a) {
        return new ArrayDeque<Integer>().add(a);
    }

    public static Integer queuePoll(int a, int b) {
        Queue<Integer> q = new PriorityQueue<>(); q.add(a); q.add(b); return q.poll();
    }

    public static Integer queueElement(int a) {
        return new PriorityQueue<Integer>().element();
    }

    public static Integer getHashMap(int a, int b, Integer k) {
        Map<Integer, Integer> m = new HashMap<>(); m.put(a, 1); m.put(b, 2); return m.get(k);
    }

    public static int sizeHashMap(int a, int b) {
        Map<Integer, Integer> m = new HashMap<>(); m.put(a, 1); m.put(b, 2); return m.size();
    }

    public static Integer removeHashMap(int a, int b) {
        Map<Integer, Integer> m = new HashMap<>(); m.put(a, 1); m.put(b, 2); return m.remove(0);
    }

    public static int mergeHashMap(int a, int b) {
        Map<Integer, Integer> m = new HashMap<>(); m.put(a, 1); m.put(b, 2); return m.merge(0, 5, Integer::sum);
    }

    public static String showHashMap(int a, int b) {
        Map<Integer, Integer> m = new HashMap<>(); m.put(a, 1); m.put(b, 2); return m.toString();
    }

    public static Integer getTreeMap(int a, int b, Integer k) {
        Map<Integer, Integer> m = new TreeMap<>(); m.put(a, 1); m.put(b, 2); return m.get(k);
    }

    public static int sizeTreeMap(int a, int b) {
        Map<Integer, Integer> m = new TreeMap<>(); m.put(a, 1); m.put(b, 2); return m.size();
    }

    public static Integer removeTreeMap(int a, int b) {
        Map<Integer, Integer> m = new TreeMap<>(); m.put(a, 1); m.put(b, 2); return m.remove(0);
    }

    public static int mergeTreeMap(int a, int b) {
        Map<Integer, Integer> m = new TreeMap<>(); m.put(a, 1); m.put(b, 2); return m.merge(0, 5, Integer::sum);
    }

    public static String showTreeMap(int a, int b) {
        Map<Integer, Integer> m = new TreeMap<>(); m.put(a, 1); m.put(b, 2); return m.toString();
    }

    public static Integer getLinkedHashMap(int a, int b, Integer k) {
        Map<Integer, Integer> m = new LinkedHashMap<>(); m.put(a, 1); m.put(b, 2); return m.get(k);
    }

    public static int sizeLinkedHashMap(int a, int b) {
        Map<Integer, Integer> m = new LinkedHashMap<>(); m.put(a, 1); m.put(b, 2); return m.size();
    }

    public static Integer removeLinkedHashMap(int a, int b) {
        Map<Integer, Integer> m = new LinkedHashMap<>(); m.put(a, 1); m.put(b, 2); return m.remove(0);
    }

    public static int mergeLinkedHashMap(int a, int b) {
        Map<Integer, Integer> m = new LinkedHashMap<>(); m.put(a, 1); m.put(b, 2); return m.merge(0, 5, Integer::sum);
    }

    public static String showLinkedHashMap(int a, int b) {
        Map<Integer, Integer> m = new LinkedHashMap<>(); m.put(a, 1); m.put(b, 2); return m.toString();
    }

    public static int getOrDefault(String s) {
        return Map.of("a", 1).getOrDefault(s, 0);
    }

    public static int setSize(int a, int b) {
        Set<Integer> s = new HashSet<>(); s.add(a); s.add(b); return s.size();
    }

    public static Integer treeFirst(int a, int b) {
        TreeSet<Integer> s = new TreeSet<>(); s.add(a); s.add(b); return s.first();
    }

    public static Integer treeEmpty(int a) {
        return new TreeSet<Integer>().first();
    }

    public static boolean iteratorEnds(int a) {
        Iterator<Integer> i = List.of(a).iterator(); i.next(); i.next(); return true;
    }

    public static int emptyList(int i) {
        return Collections.<Integer>emptyList().get(i);
    }

    public static List<Integer> unmodifiable(int a) {
        List<Integer> l = Collections.singletonList(a); l.add(a); return l;
    }

    public static List<String> nCopies(int n, String s) {
        return Collections.nCopies(n, s);
    }

    public static boolean bitSet(int i) {
        BitSet s = new BitSet(); s.set(i); return s.get(i);
    }
}
