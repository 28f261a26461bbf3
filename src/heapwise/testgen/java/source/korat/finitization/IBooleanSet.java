package korat.finitization;

/** Truth values that a field may hold. */
public interface IBooleanSet extends IFieldDomain {
}
