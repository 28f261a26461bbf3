package ordinary;

/** Throws what it is given. */
public class Thrown {
    static class Mine extends RuntimeException {
        int code;
    }

    public static int given(Mine error, int number) {
        if (number > 3) {
            throw error;
        }
        return number;
    }

    public static int either(RuntimeException error, int number) {
        if (error instanceof Mine && ((Mine) error).code == number) {
            throw error;
        }
        return number;
    }

    public static int caught(RuntimeException error) {
        try {
            throw error;
        } catch (Mine mine) {
            return mine.code;
        }
    }
}
