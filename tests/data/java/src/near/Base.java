package near;

/** A package-private method, overridden in its own package only. */
public class Base {
    int m() {
        return 1;
    }

    private int p() {
        return 1;
    }

    public static class Widened extends Base {
        public int m() {
            return 2;
        }
    }
}
