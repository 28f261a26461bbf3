package java.util;

public class TreeSet<E> {
    public NavigableMap<E, Object> m;
}
