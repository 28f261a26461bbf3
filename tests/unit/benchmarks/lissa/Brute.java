package lissa;

import gov.nasa.jpf.vm.Verify;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import korat.finitization.Bounded;

/** Runs a subject on every structure of a scope, one of each shape, that its invariant accepts, with a few
 * numbers in the fields that are compared: how many structures there are, how many control-flow
 * paths the method has on all of them, and how many on each, summed.
 *
 * <p>Reads a run from every line of the input: class, finitization, method, scope, and for each
 * parameter its values, as `0,1,2`. Writes the three numbers, a line for each run.
 */
public final class Brute {
    private static final int OTHER = -7;

    /** Found once: every call of `getDeclaredFields` makes them anew. */
    private static final ClassValue<Field[]> FIELDS =
            new ClassValue<>() {
                @Override
                protected Field[] computeValue(Class<?> cls) {
                    Field[] fields = cls.getDeclaredFields();
                    AccessibleObject.setAccessible(fields, true);
                    return fields;
                }
            };

    private static final sun.misc.Unsafe UNSAFE = unsafe();

    private final Class<?> root;
    private final Bounded scope;
    private final Method invariant;
    private final Method method;
    private final int[][] given;
    private final Set<String> paths = new HashSet<>();
    private long structures;
    private long sum;

    private Brute(String[] args) throws Exception {
        root = Class.forName(args[0]);
        scope = (Bounded) find(args[1]).invoke(null, Integer.parseInt(args[3]));
        invariant = find("repOK");
        method = find(args[2]);
        given = new int[args.length - 4][];
        for (int i = 0; i < given.length; i++) {
            String[] values = args[4 + i].split(",");
            given[i] = new int[values.length];
            for (int j = 0; j < values.length; j++) {
                given[i][j] = Integer.parseInt(values[j]);
            }
        }
    }

    public static void main(String[] args) throws Exception {
        BufferedReader runs = new BufferedReader(new InputStreamReader(System.in));
        for (String run = runs.readLine(); run != null; run = runs.readLine()) {
            Brute brute = new Brute(run.split(" "));
            Object made = make(brute.root);
            brute.fill(List.of(new Known(made, OTHER)), 0, 0);
            System.out.println(brute.structures + " " + brute.paths.size() + " " + brute.sum);
        }
    }

    private Method find(String name) {
        for (Method each : root.getDeclaredMethods()) {
            boolean plain = true;
            for (Class<?> type : each.getParameterTypes()) {
                plain &= type == int.class;
            }
            if (each.getName().equals(name) && plain) {
                each.setAccessible(true);
                return each;
            }
        }
        throw new IllegalArgumentException(name);
    }

    /** An object, and the number of the bucket it hangs in. */
    private static final class Known {
        final Object object;
        final int bucket;

        Known(Object object, int bucket) {
            this.object = object;
            this.bucket = bucket;
        }
    }

    private static sun.misc.Unsafe unsafe() {
        try {
            Field unsafe = sun.misc.Unsafe.class.getDeclaredField("theUnsafe");
            unsafe.setAccessible(true);
            return (sun.misc.Unsafe) unsafe.get(null);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    /** All that is null, 0 and false. */
    private static Object make(Class<?> cls) throws Exception {
        return UNSAFE.allocateInstance(cls);
    }

    // ------------------------------------------------------------------ structures

    /** Goes on with the field of this number of the object of this number: nothing, an object that is
     * known, or a new one. */
    private void fill(List<Known> known, int at, int field) throws Exception {
        if (at == known.size()) {
            check(known);
            return;
        }
        Known here = known.get(at);
        Field[] fields = FIELDS.get(here.object.getClass());
        if (field == fields.length) {
            fill(known, at + 1, 0);
            return;
        }
        Field each = fields[field];
        if (each.getType() == boolean.class && !java.lang.reflect.Modifier.isStatic(each.getModifiers())) {
            for (boolean value : new boolean[] {false, true}) {
                each.setBoolean(here.object, value);
                fill(known, at, field + 1);
            }
            return;
        }
        if (!scope.has(each)) {
            fill(known, at, field + 1);
            return;
        }
        each.set(here.object, null);
        fill(known, at, field + 1);
        int count = 0;
        for (Known other : known) {
            if (other.object.getClass() == each.getType()) {
                count++;
                each.set(here.object, other.object);
                fill(known, at, field + 1);
            }
        }
        if (count < scope.count(each.getType())) {
            Object made = make(each.getType());
            String name = each.getName();
            int bucket = name.matches("e\\d+") ? Integer.parseInt(name.substring(1)) : here.bucket;
            List<Known> more = new ArrayList<>(known);
            more.add(new Known(made, bucket));
            each.set(here.object, made);
            fill(more, at, field + 1);
        }
        each.set(here.object, null);
    }

    private void check(List<Known> known) throws Exception {
        if ((boolean) invariant.invoke(known.get(0).object)) {
            structures++;
            Set<String> own = new HashSet<>();
            number(known, 0, 0, own);
            paths.addAll(own);
            sum += own.size();
        }
    }

    // ------------------------------------------------------------------ numbers

    /** Values for the numbers that are compared, then for the arguments. */
    private void number(List<Known> known, int at, int field, Set<String> own) throws Exception {
        if (at == known.size()) {
            argue(known, new Object[given.length], 0, own);
            return;
        }
        Known here = known.get(at);
        Field[] fields = FIELDS.get(here.object.getClass());
        if (field == fields.length) {
            number(known, at + 1, 0, own);
            return;
        }
        Field each = fields[field];
        int[] values = values(each.getName(), here.bucket);
        if (each.getType() != int.class || values == null) {
            number(known, at, field + 1, own);
            return;
        }
        for (int value : values) {
            each.setInt(here.object, value);
            number(known, at, field + 1, own);
        }
        each.setInt(here.object, 0);
    }

    private static int[] values(String field, int bucket) {
        switch (field) {
            case "key":
                return bucket == OTHER ? new int[] {-1, 0, 1} : new int[] {bucket, bucket + 8, OTHER};
            case "hash":
                return new int[] {bucket, bucket + 8, OTHER};
            case "element":
                return new int[] {0, 1};
            case "mem_count":
                return new int[] {0, 1};
            case "priority":
                return new int[] {0, 1, 2, 3};
            default:
                return null;
        }
    }

    private void argue(List<Known> known, Object[] arguments, int at, Set<String> own)
            throws Exception {
        if (at == arguments.length) {
            run(known, arguments, own);
            return;
        }
        for (int value : given[at]) {
            arguments[at] = value;
            argue(known, arguments, at + 1, own);
        }
    }

    // ------------------------------------------------------------------ runs

    /** With every sequence of choices, on a copy each. */
    private void run(List<Known> known, Object[] arguments, Set<String> own) throws Exception {
        Verify.first();
        do {
            Verify.restart();
            Trace.text.setLength(0);
            Object receiver = copy(known);
            String end = "";
            try {
                method.invoke(receiver, arguments);
            } catch (InvocationTargetException e) {
                if (e.getCause() instanceof Verify.Ignored) {
                    continue;
                }
                end = e.getCause().getClass().getName();
            }
            own.add(Trace.text + end);
        } while (Verify.next());
    }

    private static Object copy(List<Known> known) throws Exception {
        Map<Object, Object> copies = new HashMap<>();
        for (Known each : known) {
            copies.put(each.object, make(each.object.getClass()));
        }
        for (Map.Entry<Object, Object> each : copies.entrySet()) {
            for (Field field : FIELDS.get(each.getKey().getClass())) {
                if (!java.lang.reflect.Modifier.isStatic(field.getModifiers())) {
                    Object value = field.get(each.getKey());
                    field.set(each.getValue(), copies.getOrDefault(value, value));
                }
            }
        }
        return copies.get(known.get(0).object);
    }
}
