package contracts;

/** Calls of methods that declare exceptions, for `--assume-contracts pay,owe`. */
public final class Throwing {
    public static class Denied extends Exception {
        final int code;

        Denied(int code, String message) {
            super(message);
            this.code = code;
        }
    }

    public static final class Worse extends Denied {
        Worse() {
            super(1, "worse");
        }
    }

    public static final class Unpaid extends RuntimeException {
    }

    static boolean pay_post(int sum, int result) {
        return result >= sum;
    }

    static int pay(int sum) throws Denied {
        if (sum > 100) {
            throw new Worse();
        }
        if (sum > 50) {
            throw new Denied(sum, sum > 60 ? "much" : null);
        }
        return sum;
    }

    static boolean owe_post(int sum, int result) {
        return result == 1;
    }

    static int owe(int sum) throws Unpaid {
        if (sum > 50) {
            throw new Unpaid();
        }
        return 1;
    }

    public static int catches(int sum) {
        try {
            return pay(sum) >= sum ? 1 : 2;
        } catch (Worse worse) {
            return 3;
        } catch (Denied denied) {
            return denied.getMessage() == null ? 4 : denied.code == 70 ? 5 : 6;
        }
    }

    public static int passes(int sum) {
        return owe(sum);
    }
}
