package contracts;

/** Postconditions that compare with what was before. */
final class Remembering {
    int balance;

    int deposit(int amount) {
        balance += amount;
        return balance;
    }

    int deposit_old() {
        return balance;
    }

    boolean deposit_pre(int amount) {
        return isSmall(amount) && isSmall(balance);
    }

    boolean deposit_post(int amount, int result, int old) {
        return balance == old + amount && result > old;
    }

    void move(Remembering other, int amount) {
        other.balance += amount;
        balance -= amount;
    }

    boolean move_pre(Remembering other, int amount) {
        return other != null && isSmall(amount) && isSmall(balance) && isSmall(other.balance);
    }

    static int[] move_old(Remembering self, Remembering other, int amount) {
        return new int[] {self.balance, other.balance};
    }

    static boolean move_post(Remembering self, Remembering other, int amount, int[] old) {
        return self.balance == old[0] - amount && other.balance == old[1] + amount;
    }

    /** Nothing is known of what was before where there is no object. */
    static int count(Remembering of) {
        return 1;
    }

    static int count_old(Remembering of) {
        return of.balance;
    }

    static boolean count_post(Remembering of, int result, int old) {
        return result == 1;
    }

    /** No postcondition asks for what the old version says. */
    static int price(int amount) {
        return amount;
    }

    static int price_old(int amount) {
        return 100 / amount;
    }

    static int caller(Remembering account, int amount) {
        int before = account.balance;
        account.deposit(amount);
        return account.balance - before;
    }

    static boolean caller_pre(Remembering account, int amount) {
        return account != null && account.deposit_pre(amount);
    }

    static boolean caller_post(Remembering account, int amount, int result) {
        return result == amount;
    }

    private static boolean isSmall(int number) {
        return number > 0 && number < 1000;
    }
}
