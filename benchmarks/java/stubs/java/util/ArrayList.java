package java.util;

public class ArrayList<E> {
    public int modCount;
    public Object[] elementData;
    public int size;
}
