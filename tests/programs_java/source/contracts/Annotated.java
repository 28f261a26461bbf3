package contracts;

/** Conditions named by annotations, which nobody needs to keep for reflection. */
final class Annotated {
    @interface Requires {
        String[] value();
    }

    @interface Ensures {
        String value();
    }

    int total;

    boolean isPositive(int amount) {
        return amount > 0;
    }

    boolean isSound() {
        return total >= 0;
    }

    boolean hasGrown(int amount, int result) {
        return result > 0;
    }

    @Requires({"isPositive", "isSound"})
    @Ensures("hasGrown")
    int add(int amount) {
        total += amount;
        return total;
    }

    @Requires("isPositive")
    @Ensures("hasGrown")
    int set(int amount) {
        total = amount;
        return total;
    }

    static boolean isSmall(int number) {
        return number < 10;
    }

    static boolean isNext(int number, int result) {
        return result == number + 1;
    }

    @Requires("isSmall")
    @Ensures("isNext")
    static int next(int number) {
        return number + 1;
    }
}
