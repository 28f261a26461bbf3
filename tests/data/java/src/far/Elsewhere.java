package far;

/** The same names in another package. */
public class Elsewhere extends near.Base {
    public int m() {
        return 3;
    }

    public static class Through extends near.Base.Widened {
        public int m() {
            return 4;
        }
    }
}
