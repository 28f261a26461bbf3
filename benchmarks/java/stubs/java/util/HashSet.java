package java.util;

public class HashSet<E> {
    public HashMap<E, Object> map;
}
