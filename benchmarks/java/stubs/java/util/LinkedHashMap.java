package java.util;

public class LinkedHashMap<K, V> extends HashMap<K, V> {
    public Entry<K, V> head;
    public Entry<K, V> tail;
    public boolean accessOrder;

    public static class Entry<K, V> extends HashMap.Node<K, V> {
        public Entry<K, V> before;
        public Entry<K, V> after;
    }
}
