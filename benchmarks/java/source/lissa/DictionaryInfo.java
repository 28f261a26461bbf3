package lissa;

import gov.nasa.jpf.vm.Verify;
import korat.finitization.IFinitization;
import korat.finitization.impl.FinitizationFactory;

/** The fields of messages, by number and by name. */
public class DictionaryInfo {
    String version;
    int loadCount;
    TreeMap fieldsByTagNumber = new TreeMap();
    NameMap fieldsByName = new NameMap();

    boolean repOK() {
        return fieldsByTagNumber != null
                && fieldsByName != null
                && fieldsByTagNumber.isRedBlack(new Identities())
                && fieldsByName.isRedBlack(new Identities());
    }

    static IFinitization finDictionaryInfo(int scope) {
        IFinitization f = FinitizationFactory.create(DictionaryInfo.class);
        f.set("fieldsByTagNumber", f.createObjSet(TreeMap.class, 1, true));
        f.set("fieldsByName", f.createObjSet(NameMap.class, 1, true));
        f.set(TreeMap.class, "root", TreeMap.entries(f, scope));
        f.set(NameMap.class, "root", NameMap.entries(f, scope));
        return f;
    }

    /** What up to `scope` fields make. */
    static DictionaryInfo made(int scope) {
        DictionaryInfo dictionary = new DictionaryInfo();
        int count = Verify.getInt(0, scope);
        for (int i = 0; i < count; i++) {
            dictionary.addField(Verify.getInt(Integer.MIN_VALUE, Integer.MAX_VALUE));
        }
        return dictionary;
    }

    public void addField(int tagNumber) {
        addField(new FieldInfo(tagNumber, ""));
    }

    void addField(FieldInfo field) {
        if (fieldsByTagNumber == null) {
            fieldsByTagNumber = new TreeMap();
            fieldsByName = new NameMap();
        }
        fieldsByTagNumber.put(field.tagNumber, field);
        fieldsByName.put(field.name, field);
    }

    public FieldInfo getField(int tagNumber) {
        return fieldsByTagNumber == null ? null : (FieldInfo) fieldsByTagNumber.get(tagNumber);
    }
}
