package versions;

import java.util.List;
import java.util.Objects;
import java.util.function.IntUnaryOperator;

/** Methods that do the same in both versions begin with `equal`; the others do not. */
public class Pairs {
    static int unit = 1;

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
        return a + b;
    }

    public void equalSwap(Pairs other) {
        int kept = value;
        value = other.value;
        other.value = kept;
    }

    public Pairs equalMade(int n) {
        Pairs first = new Pairs(n, null);
        return new Pairs(n, first);
    }

    public int equalAbsolute(int n) {
        return n < 0 ? -n : n;
    }

    public boolean equalLazily(Pairs other) {
        return other != null && other.value > 0;
    }

    public int equalLength() {
        int count = 0;
        for (Pairs each = this; each != null; each = each.next) {
            count++;
        }
        return count;
    }

    public int[] equalArray(int n) {
        int[] made = new int[2];
        made[0] = n;
        made[1] = value;
        return made;
    }

    public String equalText(boolean yes) {
        return yes ? "yes" : "no";
    }

    public int equalThrown(int[] items, int at) {
        return items[at];
    }

    public int equalHelped(int n) {
        return doubled(n);
    }

    int doubled(int n) {
        return n * 2;
    }

    public int equalLambda(int n) {
        IntUnaryOperator more = each -> each + 1;
        return more.applyAsInt(n);
    }

    public Integer equalBox(int n) {
        return n;
    }

    // -- not the same

    public void aliases(Pairs other) {
        value = value - 1;
        other.value = other.value + 1;
    }

    public int order(Pairs other, int n) {
        value = n;
        return other.value;
    }

    public int raises(int a, int b) {
        return a / b;
    }

    public boolean lazily(Pairs other) {
        return value > 0 && other.value > 0;
    }

    public boolean identity(Pairs other) {
        return this == other;
    }

    public Pairs returned(Pairs one, Pairs two) {
        return one;
    }

    public Pairs[] shares(int n) {
        Pairs made = new Pairs(n, null);
        return new Pairs[] {made, made};
    }

    public void unlinks() {
        if (next != null) {
            next = next.next;
        }
    }

    public int overflows(int n) {
        return n + 1 > n ? 1 : 0;
    }

    public boolean calledBack(Pairs other) {
        return Objects.equals(new Key(value), new Key(other.value));
    }

    public int initialised(int n) {
        return n + unit;
    }

    public void appended(List<Integer> items, int n) {
        items.add(n);
    }

    static final class Key {
        final int number;

        Key(int number) {
            this.number = number;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Key && ((Key) other).number == number;
        }

        @Override
        public int hashCode() {
            return number;
        }
    }
}
