package lissa;

/** The decisions of a run, in order. */
public final class Trace {
    static final StringBuilder text = new StringBuilder();

    private Trace() {
    }

    public static boolean note(boolean decision) {
        text.append(decision ? '+' : '-');
        return decision;
    }

    public static int note(int choice) {
        text.append('<').append(choice).append('>');
        return choice;
    }
}
