package lissa;

/** The data of two sides. */
public class DataSet {
    ListMap valuesPerSide = new ListMap();

    DataSet() {
        valuesPerSide.put(0, new LinkedList());
        valuesPerSide.put(1, new LinkedList());
    }

    boolean isGood() {
        return valuesPerSide != null
                && valuesPerSide.lastBucketsAreEmpty()
                && valuesPerSide.chainsAreGood(new Identities())
                && valuesPerSide.valuesAreGood();
    }

    void addData(int side, int value) {
        if (side < 0 || side > 1) {
            throw new IllegalArgumentException();
        }
        valuesPerSide.get(side).add(value);
    }
}
