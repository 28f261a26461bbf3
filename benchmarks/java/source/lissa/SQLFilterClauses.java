package lissa;

import gov.nasa.jpf.vm.Verify;
import korat.finitization.IFinitization;
import korat.finitization.IObjSet;
import korat.finitization.impl.FinitizationFactory;

/** Clauses of a filter by table and by the kind of clause. */
public class SQLFilterClauses {
    ClauseMaps info = new ClauseMaps();

    /** Maps of clauses may be missing, and may share. */
    boolean repOK() {
        return info == null || info.chainsAreGood(new Identities()) && info.valuesAreGood();
    }

    static IFinitization finSQLFilterClauses(int scope) {
        IFinitization f = FinitizationFactory.create(SQLFilterClauses.class);
        f.set("info", f.createObjSet(ClauseMaps.class, 1, true));
        ClauseMaps.entries(f, scope);
        IObjSet maps = f.createObjSet(ClauseMap.class, scope, true);
        f.set(ClauseMaps.Entry.class, "value", maps);
        ClauseMap.entries(f, scope);
        return f;
    }

    /** What up to `scope` clauses make. */
    static SQLFilterClauses made(int scope) {
        SQLFilterClauses filter = new SQLFilterClauses();
        int count = Verify.getInt(0, scope);
        for (int i = 0; i < count; i++) {
            filter.put("", "", "");
        }
        return filter;
    }

    /** As in the printed figures, the map is there. */
    public void put() {
        Verify.ignoreIf(info == null);
        put("", "", "");
    }

    /** As in the printed figures, the map is there. */
    public String get() {
        Verify.ignoreIf(info == null);
        return get("", "");
    }

    String get(String clause, String table) {
        ClauseMap clauses = info.get(table);
        return clauses == null ? null : clauses.get(clause);
    }

    void put(String clause, String table, String text) {
        ClauseMap clauses = info.get(table);
        if (clauses == null) {
            clauses = new ClauseMap();
        }
        clauses.put(clause, text);
        info.put(table, clauses);
    }
}
