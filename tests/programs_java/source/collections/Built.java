package collections;

import heapwise.jdk.Inputs;
import heapwise.jdk.Invariants;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.Stack;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.Vector;

/**
 * Prints the names of collections that public methods build, and of which something that Heapwise
 * says of all of them does not hold. Nothing is printed if all is well but the number of those
 * looked at.
 */
final class Built {
    private static final int CALLS = 6;
    private static final int ROUNDS = 400;
    private static int looked;

    private Built() {
    }

    public static void main(String[] arguments) {
        for (int seed = 0; seed < ROUNDS; seed++) {
            Random random = new Random(seed);
            for (Collection<Integer> each : collections(random)) {
                for (int i = 0; i < CALLS; i++) {
                    call(each, random);
                    tell(holds(each), each, seed);
                }
            }
            for (Map<Integer, Integer> each : maps(random)) {
                for (int i = 0; i < CALLS; i++) {
                    call(each, random);
                    tell(holds(each), each, seed);
                }
            }
            bits(random, seed);
        }
        for (int size = 0; size <= 7; size++) {
            forms(size);
        }
        System.out.println(looked);
    }

    private static void tell(boolean holds, Object each, int seed) {
        looked++;
        if (!holds) {
            System.out.println(each.getClass().getName() + " " + each + " " + seed);
        }
    }

    private static List<Collection<Integer>> collections(Random random) {
        int room = random.nextInt(4);
        return List.of(new ArrayList<>(room), new Vector<>(room), new Stack<>(),
                new LinkedList<>(), new ArrayDeque<>(room), new PriorityQueue<>(room + 1),
                new HashSet<>(room), new LinkedHashSet<>(room), new TreeSet<>(),
                new HashSet<>(room, 0.25f + random.nextInt(8)));
    }

    private static List<Map<Integer, Integer>> maps(Random random) {
        int room = random.nextInt(20);
        return List.of(new HashMap<>(room), new LinkedHashMap<>(room, 0.75f, random.nextBoolean()),
                new TreeMap<>(), new HashMap<>(room, 0.25f + random.nextInt(8)));
    }

    private static void call(Collection<Integer> each, Random random) {
        switch (random.nextInt(7)) {
            case 0:
                each.remove(random.nextInt(5));
                break;
            case 1:
                each.removeIf(item -> item % 2 == 0);
                break;
            case 2:
                each.addAll(List.of(random.nextInt(5), random.nextInt(70000)));
                break;
            case 3:
                Iterator<Integer> items = each.iterator();
                if (items.hasNext()) {
                    items.next();
                    items.remove();
                }
                break;
            default:
                each.add(random.nextInt(5));
        }
        if (each instanceof ArrayDeque && random.nextBoolean()) {
            ((ArrayDeque<Integer>) each).addFirst(random.nextInt(5));
        }
    }

    private static void call(Map<Integer, Integer> each, Random random) {
        int key = random.nextInt(6);
        switch (random.nextInt(8)) {
            case 0:
                each.remove(key);
                break;
            case 1:
                each.merge(key, 1, Integer::sum);
                break;
            case 2:
                each.computeIfPresent(key, (k, v) -> null);
                break;
            case 3:
                each.keySet().removeIf(item -> item % 3 == 0);
                break;
            case 4:
                each.putAll(Map.of(random.nextInt(70000), 1, -1 - random.nextInt(9), 2));
                break;
            case 5:
                each.get(key);
                break;
            default:
                each.put(key, random.nextInt());
        }
    }

    private static boolean holds(Collection<Integer> each) {
        if (each instanceof ArrayList) {
            return Invariants.arrayList((ArrayList<?>) each);
        } else if (each instanceof Vector) {
            return Invariants.vector((Vector<?>) each);
        } else if (each instanceof LinkedList) {
            return Invariants.linkedList((LinkedList<?>) each);
        } else if (each instanceof ArrayDeque) {
            return Invariants.arrayDeque((ArrayDeque<?>) each);
        } else if (each instanceof PriorityQueue) {
            return Invariants.priorityQueue((PriorityQueue<?>) each);
        } else if (each instanceof TreeSet) {
            return Invariants.treeSet((TreeSet<?>) each);
        }
        return Invariants.hashSet((HashSet<?>) each);
    }

    private static boolean holds(Map<Integer, Integer> each) {
        return each instanceof TreeMap ? Invariants.treeMap((TreeMap<?, ?>) each)
                : Invariants.hashMap((HashMap<?, ?>) each);
    }

    private static void bits(Random random, int seed) {
        BitSet bits = new BitSet(random.nextInt(70));
        for (int i = 0; i < CALLS; i++) {
            bits.flip(random.nextInt(100));
            bits.clear(random.nextInt(100));
            tell(Invariants.bitSet(bits), bits, seed);
        }
    }

    /** What inputs are is built by public methods, for every number of items, in any order. */
    private static void forms(int size) {
        List<Integer> items = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            items.add(0, i * 70000);
        }
        Map<Integer, Integer> hashed = new HashMap<>(1, 7f);
        Map<Integer, Integer> linked = new LinkedHashMap<>(1, 7f);
        Map<Integer, Integer> sorted = new TreeMap<>();
        for (int item : items) {
            for (Map<Integer, Integer> each : List.of(hashed, linked, sorted)) {
                each.put(item, null);
            }
        }
        if (size == 0) { // the table is made with the first entry
            for (Map<Integer, Integer> each : List.of(hashed, linked)) {
                each.put(-1, 1);
                each.remove(-1);
            }
        }
        tell(Inputs.hashMap((HashMap<?, ?>) hashed) && holds(hashed), hashed, size);
        tell(Inputs.hashMap((HashMap<?, ?>) linked) && holds(linked), linked, size);
        TreeMap<Integer, Integer> tree = new TreeMap<>(new TreeMap<>(sorted));
        tell(Inputs.treeMap(tree) && holds(tree), tree, size);
        HashSet<Integer> set = new HashSet<>(1, 7f);
        set.add(-1);
        set.remove(-1);
        set.addAll(items);
        tell(Inputs.hashSet(set) && Invariants.hashSet(set), set, size);
        TreeSet<Integer> ordered = new TreeSet<>(new TreeSet<>(items));
        tell(Inputs.treeSet(ordered) && Invariants.treeSet(ordered), ordered, size);
        LinkedList<Integer> list = new LinkedList<>(items);
        tell(Inputs.linkedList(list), list, size);
        ArrayDeque<Integer> deque = new ArrayDeque<>(size);
        deque.addAll(items);
        tell(Inputs.arrayDeque(deque) && Invariants.arrayDeque(deque), deque, size);
        PriorityQueue<Integer> queue = new PriorityQueue<>(Math.max(size, 1));
        queue.addAll(items);
        tell(Inputs.priorityQueue(queue) && Invariants.priorityQueue(queue), queue, size);
        long[] words = new long[size];
        java.util.Arrays.fill(words, 1);
        BitSet bits = BitSet.valueOf(words);
        tell(Inputs.bitSet(bits) && Invariants.bitSet(bits), bits, size);
    }
}
