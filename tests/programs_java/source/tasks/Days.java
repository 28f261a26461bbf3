// violated: the case for March falls through
package tasks;

import org.sosy_lab.sv_benchmarks.Verifier;

public class Days {
    enum Month {
        JANUARY, FEBRUARY, MARCH
    }

    static int days(Month month) {
        int days = 0;
        switch (month) {
            case MARCH:
                days = 31;
            case FEBRUARY:
                days = 28;
                break;
            default:
                days = 31;
        }
        return days;
    }

    public static void main(String[] args) {
        int index = Verifier.nondetInt();
        Verifier.assume(index >= 0 && index < 3);
        Month month = Month.values()[index];
        assert days(month) == (month == Month.FEBRUARY ? 28 : 31);
    }
}
