package lissa;

/** A set of objects by identity, for invariants. */
final class Identities {
    static final int MOST = 128;

    private final Object[] members = new Object[MOST];
    private int count;

    /** Whether the object was not there before. */
    boolean add(Object added) {
        for (int i = 0; i < count; i++) {
            if (members[i] == added) {
                return false;
            }
        }
        members[count++] = added;
        return true;
    }
}
