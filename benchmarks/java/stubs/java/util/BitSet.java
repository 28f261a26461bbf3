package java.util;

public class BitSet {
    public long[] words;
    public int wordsInUse;
    public boolean sizeIsSticky;
}
