package java.util;

public class ArrayList<E> {
    public Object[] elementData;
    public int size;
}
