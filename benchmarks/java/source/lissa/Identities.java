package lissa;

import java.util.IdentityHashMap;

/** A set of objects by identity, for invariants. */
final class Identities {
    static final int MOST = 128;

    private final IdentityHashMap<Object, Object> members = new IdentityHashMap<>();

    /** Whether the object was not there before. */
    boolean add(Object added) {
        return members.put(added, added) == null;
    }
}
