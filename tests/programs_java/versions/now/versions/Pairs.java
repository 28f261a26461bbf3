package versions;

import java.util.List;
import java.util.Objects;
import java.util.function.IntUnaryOperator;

/** Methods that do the same in both versions begin with `equal`; the others do not. */
public class Pairs {
    static int unit = 2;

    int value;
    Pairs next;

    Pairs(int value, Pairs next) {
        this.value = value;
        this.next = next;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Pairs && ((Pairs) other).value == value;
    }

    @Override
    public int hashCode() {
        return value;
    }

    // -- the same

    public int equalSum(int a, int b) {
        return b - -a;
    }

    public void equalSwap(Pairs other) {
        int kept = other.value;
        other.value = value;
        value = kept;
    }

    public Pairs equalMade(int n) {
        Pairs made = new Pairs(0, null);
        made.next = new Pairs(n, null);
        made.value = n;
        return made;
    }

    public int equalAbsolute(int n) {
        return Math.abs(n);
    }

    public boolean equalLazily(Pairs other) {
        return other == null ? false : other.value >= 1;
    }

    public int equalLength() {
        return next == null ? 1 : 1 + next.equalLength();
    }

    public int[] equalArray(int n) {
        return new int[] {n, value};
    }

    public String equalText(boolean yes) {
        return yes ? new StringBuilder("y").append("es").toString() : "no";
    }

    public int equalThrown(int[] items, int at) {
        if (at >= items.length || at < 0) {
            throw new ArrayIndexOutOfBoundsException("outside");
        }
        return items[at];
    }

    public int equalHelped(int n) {
        return doubled(n);
    }

    int doubled(int n) {
        return n << 1;
    }

    public int equalLambda(int n) {
        int one = 1;
        IntUnaryOperator more = each -> one + each;
        return more.applyAsInt(n);
    }

    public Integer equalBox(int n) {
        return new Integer(n);
    }

    // -- not the same

    public void aliases(Pairs other) {
        int more = other.value + 1;
        value = value - 1;
        other.value = more;
    }

    public int order(Pairs other, int n) {
        int result = other.value;
        value = n;
        return result;
    }

    public int raises(int a, int b) {
        return b == 0 ? 0 : a / b;
    }

    public boolean lazily(Pairs other) {
        return value > 0 & other.value > 0;
    }

    public boolean identity(Pairs other) {
        return equals(other);
    }

    public Pairs returned(Pairs one, Pairs two) {
        return two;
    }

    public Pairs[] shares(int n) {
        return new Pairs[] {new Pairs(n, null), new Pairs(n, null)};
    }

    public void unlinks() {
        if (next != null) {
            Pairs gone = next;
            next = next.next;
            gone.next = null;
        }
    }

    public int overflows(int n) {
        return 1;
    }

    public boolean calledBack(Pairs other) {
        return Objects.equals(new Key(value), new Key(other.value));
    }

    public int initialised(int n) {
        return n + unit;
    }

    public void appended(List<Integer> items, int n) {
        items.add(0, n);
    }

    static final class Key {
        final int number;

        Key(int number) {
            this.number = number;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Key && ((Key) other).number >= number;
        }

        @Override
        public int hashCode() {
            return number;
        }
    }
}
