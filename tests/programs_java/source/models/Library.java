package models;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Classes of the JDK, whose bytecode meets the models. */
public class Library {
    enum Colour {
        RED,
        GREEN
    }

    static int arrayList(int a) {
        List<Integer> list = new ArrayList<>();
        list.add(a);
        list.add(7);
        list.add(1, 9);
        list.remove(0);
        return list.get(0) + list.indexOf(7);
    }

    static int hashMap(int a) {
        Map<Integer, Integer> map = new HashMap<>();
        map.put(a, 1);
        map.put(3, 2);
        return map.get(3) + map.size();
    }

    static int texts() {
        Map<String, Integer> map = new HashMap<>();
        map.put("a", 1);
        map.merge("a", 2, Integer::sum);
        map.computeIfAbsent("b", k -> k.length());
        int sum = 0;
        for (Map.Entry<String, Integer> entry : map.entrySet()) {
            sum += entry.getKey().length() * entry.getValue();
        }
        return sum + new HashSet<>(map.keySet()).size();
    }

    static int treeMap(int a, int b) {
        TreeMap<Integer, Integer> map = new TreeMap<>();
        map.put(a, 1);
        map.put(b, 2);
        return map.firstKey();
    }

    static int concurrent(int a) {
        Map<Integer, Integer> map = new ConcurrentHashMap<>();
        map.put(a, 1);
        map.putIfAbsent(2, 5);
        return map.get(2);
    }

    static int queues(int a, int b) {
        PriorityQueue<Integer> queue = new PriorityQueue<>();
        queue.add(a);
        queue.add(b);
        ArrayDeque<Integer> deque = new ArrayDeque<>();
        deque.add(queue.poll());
        deque.addFirst(3);
        LinkedList<Integer> list = new LinkedList<>(deque);
        return list.getLast() + deque.size();
    }

    static int copies(int[] array, int n) {
        return Arrays.copyOf(array, n).length;
    }

    static Object[] copying(Object[] from, Object[] to, int at, int count) {
        System.arraycopy(from, at, to, 0, count);
        return to;
    }

    static int overlapping(int x) {
        int[] array = {1, 2, 3, x, 5};
        System.arraycopy(array, 0, array, 1, 4);
        System.arraycopy(array, 3, array, 2, 2);
        return Arrays.hashCode(array);
    }

    static boolean comparing(int[] a, int[] b) {
        return Arrays.equals(a, b);
    }

    static int sorting(int a, int b, int c) {
        Integer[] boxes = {b, a};
        Arrays.sort(boxes, Collections.reverseOrder());
        int[] array = {a, b, c};
        Arrays.sort(array);
        return array[0] - boxes[0];
    }

    static int immutable(int x) {
        int sum = Optional.of(x).map(y -> y + 1).filter(y -> y > 3).orElse(0);
        for (int each : List.of(1, 2, x)) {
            sum += each;
        }
        return sum;
    }

    static int atomic(int x) {
        AtomicInteger number = new AtomicInteger(x);
        number.incrementAndGet();
        number.compareAndSet(5, 9);
        AtomicReference<String> text = new AtomicReference<>("q");
        text.compareAndSet("q", "w");
        AtomicBoolean done = new AtomicBoolean();
        return done.getAndSet(true) ? -1 : number.getAndAdd(3) + text.get().length();
    }

    static long atomicNumbers(int x, long y) {
        AtomicInteger number = new AtomicInteger(x);
        int before = number.getAndSet(7);
        int set = number.getAndAdd(x);
        AtomicLong large = new AtomicLong(y);
        long held = large.getAndAdd(5);
        boolean hit = large.compareAndSet(3, 4);
        return hit ? large.getAndSet(6) : before - set - number.get() - held - large.get();
    }

    static int random() {
        return new Random(42).nextInt(100);
    }

    static int enumerations(String s) {
        EnumMap<Colour, Integer> map = new EnumMap<>(Colour.class);
        map.put(Colour.GREEN, 5);
        return map.get(Colour.valueOf(s)) + Colour.values().length;
    }

    static int boxes(int x) {
        Integer a = 127, b = 127, c = 128, d = 128;
        Long l = (long) x;
        Boolean t = x > 0;
        return (a == b ? 1 : 0) + (c == d ? 2 : 0) + l.hashCode() + (t ? 4 : 0) + (t == Boolean.TRUE ? 8 : 0);
    }

    static int objects(Integer a, Integer b) {
        return Objects.equals(a, b) ? Objects.hash(1, 2) : Objects.requireNonNull(a).compareTo(5);
    }

    static int checked(int i) {
        return Objects.checkIndex(i, 10);
    }

    static String classes(Object o) {
        return o.getClass() == Integer.class ? "int" : new int[0].getClass().getName() + String.class;
    }

    static int suppressed(int x) {
        try (AutoCloseable c = () -> {
                    throw new IllegalStateException("close");
                }) {
            if (x > 0) {
                throw new RuntimeException("body", new Error("cause"));
            }
        } catch (Exception e) {
            int cause = e.getCause() == null ? 0 : e.getCause().getMessage().length();
            return e.getMessage().length() + 10 * e.getSuppressed().length + 100 * cause;
        }
        return 0;
    }

    static void printing(int x) {
        System.out.println("x=" + x);
        if (x > 3) {
            System.err.printf("%d", x);
        }
    }

    static Object cloned(int[] array) {
        return array.clone();
    }

    static String joining(int x) {
        StringJoiner joiner = new StringJoiner(",", "[", "]");
        joiner.add("a").add("" + x);
        return joiner + Stream.of("a", "b").collect(Collectors.joining("-")) + String.join("/", List.of("p"));
    }

    static int streams(int x) {
        return IntStream.range(0, 3).map(i -> i * x).sum() + Stream.of(3, x).sorted().findFirst().get();
    }

    static int identity(int x) {
        Map<Object, Integer> map = new HashMap<>();
        Object key = new Object();
        map.put(key, x);
        return map.get(key);
    }
}
