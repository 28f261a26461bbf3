package korat.finitization;

/** How many objects of each class there are, and what their fields may hold: the interface that
 * methods written for Korat use (`finTreeMap(int)`). */
public interface IFinitization {
    IClassDomain createClassDomain(Class<?> cls, int count);

    IObjSet createObjSet(Class<?> cls);

    IObjSet createObjSet(Class<?> cls, int count);

    IObjSet createObjSet(Class<?> cls, int count, boolean nullAllowed);

    IObjSet createObjSet(Class<?> cls, boolean nullAllowed);

    IIntSet createIntSet(int min, int max);

    IIntSet createIntSet(int value);

    IBooleanSet createBooleanSet();

    /** Of the class that the finitization is of, or of the one named (`Entry.next`). */
    void set(String field, IFieldDomain domain);

    void set(Class<?> cls, String field, IFieldDomain domain);
}
