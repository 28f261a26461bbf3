package lissa;

import gov.nasa.jpf.vm.Verify;
import korat.finitization.IFinitization;
import korat.finitization.IObjSet;
import korat.finitization.impl.FinitizationFactory;

/** A set of ints: a tree of keys, all with the same value. */
public class TreeSet {
    private static final Object PRESENT = new Object();

    TreeMap m = new TreeMap();

    boolean repOK() {
        return m != null && m.isRedBlack(new Identities());
    }

    static IFinitization finTreeSet(int scope) {
        IFinitization f = FinitizationFactory.create(TreeSet.class);
        f.set("m", f.createObjSet(TreeMap.class, 1, true));
        IObjSet entries = TreeMap.entries(f, scope);
        f.set(TreeMap.class, "root", entries);
        return f;
    }

    /** A set that up to `scope` insertions make. */
    static TreeSet made(int scope) {
        TreeSet set = new TreeSet();
        int count = Verify.getInt(0, scope);
        for (int i = 0; i < count; i++) {
            set.add(Verify.getInt(Integer.MIN_VALUE, Integer.MAX_VALUE));
        }
        return set;
    }

    public boolean add(int element) {
        return m.put(element, PRESENT) == null;
    }

    public boolean remove(int element) {
        return m.remove(element) == PRESENT;
    }
}
