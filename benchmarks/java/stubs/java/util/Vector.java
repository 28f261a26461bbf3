package java.util;

public class Vector<E> {
    public Object[] elementData;
    public int elementCount;
    public int capacityIncrement;
}
