package java.util;

public class ArrayDeque<E> {
    public Object[] elements;
    public int head;
    public int tail;
}
