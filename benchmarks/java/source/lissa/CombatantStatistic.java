package lissa;

import gov.nasa.jpf.vm.Verify;
import korat.finitization.IFinitization;
import korat.finitization.IObjSet;
import korat.finitization.impl.FinitizationFactory;

/** The numbers of a game, by type and by side. */
public class CombatantStatistic {
    static final int LAST_TYPE = 14;

    int numberOfRounds;
    DataSetMap allData = new DataSetMap();

    boolean repOK() {
        return allData != null
                && allData.chainsAreGood(new Identities())
                && allData.valuesAreGood();
    }

    static IFinitization finCombatantStatistic(int scope) {
        IFinitization f = FinitizationFactory.create(CombatantStatistic.class);
        f.set("allData", f.createObjSet(DataSetMap.class, 1, true));
        DataSetMap.entries(f, scope);
        IObjSet sets = f.createObjSet(DataSet.class, scope, true);
        f.set(DataSetMap.Entry.class, "value", sets);
        f.set(DataSet.class, "valuesPerSide", f.createObjSet(ListMap.class, scope, true));
        ListMap.entries(f, scope);
        f.set(ListMap.Entry.class, "value", f.createObjSet(LinkedList.class, scope, true));
        LinkedList.entries(f, scope * scope);
        return f;
    }

    /** The same without lists: as in the printed figures, what they hold does not count. */
    static IFinitization finWithoutLists(int scope) {
        IFinitization f = FinitizationFactory.create(CombatantStatistic.class);
        f.set("allData", f.createObjSet(DataSetMap.class, 1, true));
        DataSetMap.entries(f, scope);
        IObjSet sets = f.createObjSet(DataSet.class, scope, true);
        f.set(DataSetMap.Entry.class, "value", sets);
        f.set(DataSet.class, "valuesPerSide", f.createObjSet(ListMap.class, scope, true));
        ListMap.entries(f, scope);
        return f;
    }

    /** What up to `scope` data make, of any type and side: those that there are not throw. */
    static CombatantStatistic made(int scope) {
        CombatantStatistic statistic = new CombatantStatistic();
        int count = Verify.getInt(0, scope);
        for (int i = 0; i < count; i++) {
            try {
                statistic.add(any(), any(), any());
            } catch (RuntimeException e) {
                continue;
            }
        }
        return statistic;
    }

    private static int any() {
        return Verify.getInt(Integer.MIN_VALUE, Integer.MAX_VALUE);
    }

    /** As in the printed figures, a type that is there has data. */
    public void addData(int type, int side, int value) {
        Verify.ignoreIf(type < 0 || type > LAST_TYPE || side < 0 || side > 1);
        Verify.ignoreIf(allData.hasNull(type));
        add(type, side, value);
    }

    public void ensureTypExists(int type) {
        Verify.ignoreIf(type < 0 || type > LAST_TYPE);
        ensure(type);
    }

    void add(int type, int side, int value) {
        if (type < 0 || type > LAST_TYPE || side < 0 || side > 1) {
            throw new IllegalArgumentException();
        }
        ensure(type);
        int added = value;
        if (type == LAST_TYPE) {
            added = value + 1;
        }
        allData.get(type).addData(side, added);
    }

    void ensure(int type) {
        if (type < 0 || type > LAST_TYPE) {
            throw new IllegalArgumentException();
        }
        if (!allData.containsKey(type)) {
            allData.put(type, new DataSet());
        }
    }
}
