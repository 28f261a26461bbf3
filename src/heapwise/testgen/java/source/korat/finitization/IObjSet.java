package korat.finitization;

/** Objects that a field may refer to. */
public interface IObjSet extends IFieldDomain {
    void addClassDomain(IClassDomain domain);

    void setNullAllowed(boolean allowed);
}
