package regressions;

/** What `Needs` needs; tests leave its class file out. */
public class Gone {
    public int value;
    public static int count = 3;
}
