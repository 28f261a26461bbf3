package lissa;

/** Where a parameter of a template stands. */
public class Parameter {
    String name;
    int index;
    int row;
    int column;

    Parameter(String name, int index, int row, int column) {
        this.name = name;
        this.index = index;
        this.row = row;
        this.column = column;
    }
}
