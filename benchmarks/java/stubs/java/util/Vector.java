package java.util;

public class Vector<E> {
    public int modCount;
    public Object[] elementData;
    public int elementCount;
    public int capacityIncrement;
}
