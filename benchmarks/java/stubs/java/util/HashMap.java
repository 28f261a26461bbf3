package java.util;

public class HashMap<K, V> {
    public Node<K, V>[] table;
    public int size;
    public int threshold;
    public float loadFactor;

    public static class Node<K, V> {
        public int hash;
        public K key;
        public V value;
        public Node<K, V> next;
    }
}
