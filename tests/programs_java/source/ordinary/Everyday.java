package ordinary;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** What ordinary programs do with the JDK. */
final class Everyday {
    enum Light {
        RED, GREEN, AMBER
    }

    static final class Account {
        long balance;

        void close(StringBuilder log) {
            log.append(balance > 0 ? "paid " : "empty ").append(balance);
        }
    }

    static final class Node {
        Node next;
    }

    static final class Priced {
        private static final int[] PRICES = {3, 5};
        private static int asked = 0;

        int kind;

        int price() {
            asked++;
            return PRICES[kind] + asked;
        }
    }

    static final class Cache extends LinkedHashMap<Integer, String> {
        private static final long serialVersionUID = 1L;

        Cache() {
            super(16, 0.75f, true);
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<Integer, String> eldest) {
            return size() > 2;
        }
    }

    private Everyday() {
    }

    static int leastRecentlyUsed(int a, int b, int c) {
        Cache cache = new Cache();
        cache.put(a, "a");
        cache.put(b, "b");
        cache.get(a);
        cache.put(c, "c");
        return (cache.containsKey(a) ? 1 : 0) + (cache.containsKey(b) ? 2 : 0);
    }

    static boolean reachable(int a, int b, int c) {
        Map<Integer, List<Integer>> edges = new HashMap<>();
        edges.computeIfAbsent(a, key -> new ArrayList<>()).add(b);
        edges.computeIfAbsent(b, key -> new ArrayList<>()).add(c);
        Set<Integer> seen = new HashSet<>();
        Deque<Integer> waiting = new ArrayDeque<>();
        waiting.push(c);
        while (!waiting.isEmpty()) {
            int node = waiting.pop();
            if (node == a) {
                return true;
            }
            if (seen.add(node)) {
                edges.getOrDefault(node, Collections.emptyList()).forEach(waiting::push);
            }
        }
        return false;
    }

    static int lights(Light a, Light b) {
        Map<Light, Integer> counts = new EnumMap<>(Light.class);
        counts.merge(a, 1, Integer::sum);
        return counts.merge(b, 1, Integer::sum);
    }

    static int hashedLights(Light a, Light b) {
        Map<Light, Integer> numbers = new HashMap<>();
        numbers.put(a, 1);
        numbers.put(b, 2);
        return numbers.get(a);
    }

    static boolean visited(Node a, Node b) {
        Set<Node> nodes = new HashSet<>();
        nodes.add(a);
        return nodes.add(b);
    }

    static void sorted(Account[] accounts) {
        Arrays.sort(accounts, Comparator.comparing((Account each) -> each.balance).reversed());
    }

    static void closed(Account account, StringBuilder log) {
        account.close(log);
    }

    static List<Integer> copied(List<Integer> list) {
        List<Integer> copy = new ArrayList<>(list);
        copy.removeIf(each -> each == null);
        return copy;
    }

    static String looked(Map<String, String> map, String key) {
        return map.getOrDefault(key, "none");
    }

    static int held(Map<Integer, List<Integer>> map, int key) {
        List<Integer> list = map.get(key);
        return list == null ? -1 : list.size();
    }

    static int[][] product(int[][] a) {
        int[][] result = new int[a.length][2];
        for (int i = 0; i < a.length; i++) {
            for (int j = 0; j < 2; j++) {
                result[i][j] = a[i][0] * a[0][j];
            }
        }
        return result;
    }

    static int squares(int n) {
        return IntStream.rangeClosed(1, Math.min(n, 3)).map(x -> x * x).sum();
    }

    static List<Integer> doubled(List<Integer> numbers) {
        return numbers.stream().map(x -> x * 2).collect(Collectors.toList());
    }

    static int unwrapped(Optional<Integer> number) {
        return number.filter(x -> x > 0).map(x -> x + 1).orElse(0);
    }

    static boolean isPalindrome(String text) {
        for (int i = 0, j = text.length() - 1; i < j; i++, j--) {
            if (text.charAt(i) != text.charAt(j)) {
                return false;
            }
        }
        return true;
    }

    static int vowels(String text) {
        int count = 0;
        for (int i = 0; i < text.length(); i++) {
            if ("aeiou".indexOf(text.charAt(i)) >= 0) {
                count++;
            }
        }
        return count;
    }

    static boolean isDate(String text) {
        return text.length() == 5 && text.charAt(4) == '-';
    }

    static int words(String text) {
        return text.split(" ").length;
    }

    static int limited(String text) {
        return text.split(",", 2).length;
    }

    static String hexadecimal(int number) {
        return Integer.toHexString(number);
    }

    static String binary(long number) {
        return Long.toBinaryString(number & 3);
    }

    static String octal(int number) {
        return Integer.toString(number & 63, 8) + Integer.toString(-9 - (number & 1), 16);
    }

    static int points(String text) {
        return text.codePointCount(1, text.length()) + "a\uD83D\uDE00b".codePointCount(0, 4);
    }

    static boolean region(String text, String other, int start) {
        return text.regionMatches(start, other, 0, 2);
    }

    static boolean regionOfKnown(boolean ignored, int start) {
        return "Heap Wise".regionMatches(ignored, start, "WISE", 0, 4);
    }

    static int priced(Priced goods) {
        return goods.price();
    }

    /** The elements of both lists have the type variable E: a list that holds lists holds no integers. */
    static int nested(List<List<Integer>> lists) {
        int[] sum = {0};
        lists.stream().map(List::size).forEach(size -> sum[0] += size);
        return sum[0];
    }

    static int mixed(List<Integer> numbers, List<String> texts) {
        return numbers.get(0) + texts.get(0).length();
    }

    static int asked(Node node) {
        return node.hashCode() % 2 == 0 ? 1 : 2;
    }

    static int allocated(int length) {
        if (length < 900_000_000) {
            return 0;
        }
        return new byte[length].length;
    }
}
