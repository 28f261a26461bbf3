package java.util;

public class LinkedList<E> {
    public int modCount;
    public int size;
    public Node<E> first;
    public Node<E> last;

    public static class Node<E> {
        public E item;
        public Node<E> next;
        public Node<E> prev;
    }
}
