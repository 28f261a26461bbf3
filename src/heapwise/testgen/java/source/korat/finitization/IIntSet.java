package korat.finitization;

/** Integers that a field may hold. */
public interface IIntSet extends IFieldDomain {
    int getMin();

    int getMax();
}
