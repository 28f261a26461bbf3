package heapwise.replay;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The heap at moments of a run, for a debugger that stops it at every line between {@link #begun}
 * and {@link #ended}, and calls {@link #heap} whenever it wants to see the heap. Objects keep their
 * names from one moment to the next.
 */
final class Steps {
    private static IdentityHashMap<Object, String> given;
    private static Snapshot latest;

    private Steps() {
    }

    /** The method is about to be called, on objects with these names. */
    static void begin(IdentityHashMap<Object, String> names) {
        given = names;
        latest = new Snapshot(names);
        begun();
    }

    private static void begun() {
    }

    /** The method has returned, or thrown something. */
    static void ended() {
    }

    static void forget() {
        given = null;
        latest = null;
    }

    /** What these objects are called, and all that they and the input lead to, as JSON. */
    static String heap(Object[] values) throws Invalid {
        StringBuilder text = new StringBuilder();
        Json.write(moment(values), text);
        return text.toString();
    }

    static Map<String, Object> moment(Object[] values) throws Invalid {
        latest = new Snapshot(latest, given.keySet());
        List<Object> names = new ArrayList<>();
        for (Object each : values) {
            names.add(latest.value(each, false));
        }
        Map<String, Object> found = new LinkedHashMap<>();
        found.put("values", names);
        found.put("objects", latest.objects());
        return found;
    }
}
