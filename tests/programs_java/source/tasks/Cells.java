// holds: a list is reversed, and reversed again
package tasks;

import org.sosy_lab.sv_benchmarks.Verifier;

public class Cells {
    int value;
    Cells next;

    static Cells reversed(Cells list) {
        Cells done = null;
        while (list != null) {
            Cells rest = list.next;
            list.next = done;
            done = list;
            list = rest;
        }
        return done;
    }

    public static void main(String[] args) {
        Cells list = null;
        for (int i = 0; i < 3; i++) {
            Cells first = new Cells();
            first.value = Verifier.nondetInt();
            first.next = list;
            list = first;
        }
        int value = list.value;
        Cells last = reversed(list);
        assert last.next.next == list && list.next == null;
        assert reversed(last).value == value;
    }
}
