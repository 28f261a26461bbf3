package java.util;

public class HashMap<K, V> {
    public Node<K, V>[] table;
    public int size;
    public int modCount;
    public int threshold;
    public float loadFactor;

    public native V remove(Object key);

    public static class Node<K, V> {
        public int hash;
        public K key;
        public V value;
        public Node<K, V> next;
    }
}
