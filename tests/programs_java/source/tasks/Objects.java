// violated: the object may be the other one, and the one that may be null is no text of length 2
package tasks;

import org.cprover.CProver;

public class Objects {
    static final class Cell {
        int number;
        Cell next;
    }

    public static void main(String[] args) {
        Cell one = CProver.nondetWithoutNull(new Cell());
        Cell other = CProver.nondetWithoutNull();
        String text = CProver.nondetWithNull();
        Cell[] cells = CProver.createArrayWithType(2, new Cell[0]);
        assert cells[1] == null && cells.length == 2;
        CProver.assume(one.number == 7);
        if (text == null) {
            other.number = 8;
            assert one.number == 7;
        } else {
            CProver.assume(text.length() == 2);
            assert !text.isEmpty();
        }
    }
}
