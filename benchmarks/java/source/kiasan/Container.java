package kiasan;

/** Program 1 of the paper. */
public class Container {
    private Object data;

    boolean swap_pre(Container n) {
        return n != null;
    }

    public void swap(Container n) {
        Object e = data;
        data = n.data;
        n.data = e;
    }

    /** The same with the postcondition of the paper, which needs the old values. */
    public void checkedSwap(Container n) {
        Object mine = data;
        Object theirs = n.data;
        swap(n);
        assert data == theirs && n.data == mine;
    }
}
