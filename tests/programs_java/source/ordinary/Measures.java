package ordinary;

/** Arrays whose size matters to a replay. */
public final class Measures {
    private Measures() {
    }

    public static int large(int[] numbers) {
        return numbers.length > 30_000 ? numbers[numbers.length - 1] : 0;
    }
}
