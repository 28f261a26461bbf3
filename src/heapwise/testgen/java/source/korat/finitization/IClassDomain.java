package korat.finitization;

/** So many objects of a class. */
public interface IClassDomain {
}
