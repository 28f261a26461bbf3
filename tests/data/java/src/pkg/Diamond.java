package pkg;

/** Default methods: which one runs. */
public class Diamond {
    public interface Top {
        int FIELD = 1;

        default int m() {
            return 1;
        }

        int bare();

        private int secret() {
            return 0;
        }

        static int fixed() {
            return 0;
        }
    }

    public interface Left extends Top {
        default int m() {
            return 2;
        }
    }

    public interface Right extends Top {}

    public interface Other {
        default int n() {
            return 1;
        }
    }

    public abstract static class Both implements Left, Right {}

    public static class Leaf extends Both implements Other {
        public int bare() {
            return super.m();
        }

        public String toString() {
            return super.toString();
        }
    }

    public abstract static class Abstract implements Top {
        public abstract int m();
    }

    interface Unrelated {
        default int m() {
            return 9;
        }
    }
}
