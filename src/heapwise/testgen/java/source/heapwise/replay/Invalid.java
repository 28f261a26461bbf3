package heapwise.replay;

/** The input cannot be built, or the method not be called. */
final class Invalid extends Exception {
    private static final long serialVersionUID = 1L;

    Invalid(String message) {
        super(message);
    }
}
