package heapwise.replay;

import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A sequence of calls that make objects, from its start; and, if it is asked for, a call of the
 * method under test on what they have made, with its conditions before and afterwards.
 */
final class CallSequence {
    private final Map<String, Object> request;
    private final Map<String, Object> sequence;
    private final Builder builder;
    private final List<Class<?>> known = new ArrayList<>();
    private final List<Object> made = new ArrayList<>();

    CallSequence(Map<String, Object> request, UserClasses loader) {
        this.request = request;
        this.sequence = Json.object(request.get("sequence"));
        this.builder = new Builder(loader);
    }

    Map<String, Object> answer() throws Throwable {
        Nondet.set(List.of());
        Given.forget();
        for (Object each : Json.list(sequence.get("classes"))) {
            known.add(builder.type((String) each));
        }
        List<Object> numbers = new ArrayList<>();
        try {
            for (Object each : Json.list(sequence.get("steps"))) {
                numbers.add(performed(Json.object(each)));
            }
        } catch (InvocationTargetException | ExceptionInInitializerError e) {
            return Map.of("status", "failed");
        }
        Map<String, Object> answer = new LinkedHashMap<>();
        if (Boolean.TRUE.equals(sequence.get("timed"))) {
            answer.put("worked", Replayer.worked());
        }
        answer.put("status", "made");
        answer.put("new", numbers);
        List<Object> classes = new ArrayList<>();
        for (Object each : made) {
            classes.add(Map.of("str", each.getClass().getName()));
        }
        answer.put("classes", classes);
        Snapshot snapshot = new Snapshot(new IdentityHashMap<>(), "#");
        if (sequence.get("arguments") == null) {
            answer.put("roots", named(snapshot));
            answer.put("objects", snapshot.objects());
            return answer;
        }
        Executable target = Call.find(builder.type((String) request.get("class")),
                (String) request.get("method"), (String) request.get("descriptor"));
        Object[] arguments = arguments(target, Json.list(sequence.get("arguments")));
        if (Boolean.TRUE.equals(sequence.get("shown"))) {
            answer.put("values", shown(snapshot, target, arguments));
            answer.put("roots", named(snapshot));
            answer.put("objects", snapshot.objects());
        } else {
            call(target, arguments, answer);
        }
        return answer;
    }

    private List<Object> named(Snapshot snapshot) {
        List<Object> roots = new ArrayList<>();
        for (Object each : made) {
            roots.add(snapshot.value(each, false));
        }
        return roots;
    }

    /** The number of the object that a step makes, if it makes one. */
    private Object performed(Map<String, Object> step) throws Throwable {
        Object result = result(step);
        boolean counts = false;
        for (Class<?> each : known) {
            counts = counts || each.isInstance(result);
        }
        for (Object each : made) {
            counts = counts && each != result;
        }
        if (counts) {
            made.add(result);
        }
        return counts ? (Object) (long) (made.size() - 1) : null;
    }

    private Object result(Map<String, Object> step) throws Throwable {
        Class<?> owner = builder.type((String) step.get("owner"));
        String name = (String) step.get("name");
        List<Object> given = Json.list(step.get("arguments"));
        long receiver = (Long) step.get("receiver");
        Object object = receiver < 0 ? null : made.get((int) receiver);
        String kind = (String) step.get("do");
        if (kind.equals("get") || kind.equals("set")) {
            Field field = owner.getDeclaredField(name);
            field.setAccessible(true);
            if (kind.equals("get")) {
                return field.get(object);
            }
            field.set(object, value(Json.list(given.get(0)), field.getType()));
            return null;
        }
        Executable method = Call.find(owner, name, (String) step.get("descriptor"));
        Raw.open(method);
        Object[] values = new Object[given.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = value(Json.list(given.get(i)), method.getParameterTypes()[i]);
        }
        return method instanceof Constructor ? ((Constructor<?>) method).newInstance(values)
                : ((Method) method).invoke(object, values);
    }

    /** The receiver first, if there is one. */
    private Object[] arguments(Executable target, List<Object> given) throws Invalid {
        Object[] found = new Object[given.size()];
        int own = found.length - target.getParameterCount();
        for (int i = 0; i < found.length; i++) {
            Class<?> type = i < own ? Object.class : target.getParameterTypes()[i - own];
            found[i] = value(Json.list(given.get(i)), type);
        }
        return found;
    }

    private static List<Object> shown(Snapshot snapshot, Executable target, Object[] arguments) {
        List<Object> values = new ArrayList<>();
        int own = arguments.length - target.getParameterCount();
        for (int i = 0; i < arguments.length; i++) {
            boolean primitive = i >= own && target.getParameterTypes()[i - own].isPrimitive();
            values.add(snapshot.value(arguments[i], primitive));
        }
        return values;
    }

    private void call(Executable target, Object[] arguments, Map<String, Object> answer)
            throws Throwable {
        int own = arguments.length - target.getParameterCount();
        Object[] rest = Arrays.copyOfRange(arguments, own, arguments.length);
        Raw.open(target);
        Object result = null;
        answer.put("violated", null);
        try {
            if (!holds("requires", arguments, null, null).isEmpty()) {
                answer.put("status", "failed");
                return;
            }
            Object old = sequence.get("old") == null ? null
                    : asked(Json.object(sequence.get("old")), arguments, null, null);
            result = target instanceof Constructor ? ((Constructor<?>) target).newInstance(rest)
                    : ((Method) target).invoke(own == 0 ? null : arguments[0], rest);
            answer.put("violated", holds("ensures", arguments, result, old));
        } catch (InvocationTargetException e) {
            thrown(e.getCause(), answer);
        } catch (ExceptionInInitializerError e) {
            thrown(e, answer);
        }
    }

    private static void thrown(Throwable thrown, Map<String, Object> answer) {
        answer.put("exception", Map.of("str", thrown.getClass().getName()));
        List<Object> places = new ArrayList<>();
        StackTraceElement[] trace = thrown.getStackTrace();
        for (int i = 0; i < Math.min(trace.length, 50); i++) {
            places.add(Map.of("str", trace[i].getFileName() + ":" + trace[i].getLineNumber()));
        }
        answer.put("places", places);
    }

    /** The numbers of the conditions that do not hold. */
    private List<Object> holds(String which, Object[] arguments, Object result, Object old)
            throws Throwable {
        List<Object> found = new ArrayList<>();
        List<Object> conditions = Json.list(sequence.get(which));
        for (int i = 0; i < conditions.size(); i++) {
            Object answer = asked(Json.object(conditions.get(i)), arguments, result, old);
            if (Boolean.FALSE.equals(answer)) {
                found.add((long) i);
            }
        }
        return found;
    }

    /** What a condition says; null if it is an invariant of nothing. Its arguments are numbers of
     * those of the target, after which the result and the old value stand. */
    private Object asked(Map<String, Object> condition, Object[] arguments, Object result,
            Object old) throws Throwable {
        Method method = (Method) Call.find(builder.type((String) condition.get("owner")),
                (String) condition.get("name"), (String) condition.get("descriptor"));
        List<Object> values = new ArrayList<>();
        for (Object each : Json.list(condition.get("arguments"))) {
            int index = (int) (long) (Long) each;
            values.add(index < arguments.length ? arguments[index]
                    : index == arguments.length ? result : old);
        }
        if (Boolean.TRUE.equals(condition.get("invariant")) && values.get(0) == null) {
            return null;
        }
        Raw.open(method);
        Object receiver = Modifier.isStatic(method.getModifiers()) ? null : values.remove(0);
        return method.invoke(receiver, values.toArray());
    }

    // ------------------------------------------------------------------ arguments

    /** {@code [kind, …]}: an object that was made, a value with its descriptor, a constant, or a
     * container. */
    private Object value(List<Object> argument, Class<?> type) throws Invalid {
        switch ((String) argument.get(0)) {
            case "object":
                return made.get((int) (long) (Long) argument.get(1));
            case "value":
                return plain(argument.get(1), (String) argument.get(2));
            case "constant":
                return builder.value("argument", Map.of("name", argument.get(1)), Object.class);
            case "items":
                return items((String) argument.get(1), Json.list(argument.get(2)), type);
            case "entries":
                Map<Object, Object> map = new HashMap<>();
                for (Object pair : Json.list(argument.get(2))) {
                    map.put(value(Json.list(Json.list(pair).get(0)), Object.class),
                            value(Json.list(Json.list(pair).get(1)), Object.class));
                }
                return map;
            default:
                throw new Invalid("no argument: " + argument);
        }
    }

    private Object plain(Object data, String descriptor) throws Invalid {
        if (descriptor.isEmpty()) {
            return null;
        }
        if (descriptor.equals("T")) {
            return Json.object(data).get("str");
        }
        Class<?> type =
                MethodType.fromMethodDescriptorString("()" + descriptor, null).returnType();
        return builder.value("argument", data, type);
    }

    private Object items(String kind, List<Object> items, Class<?> type) throws Invalid {
        if (kind.equals("array")) {
            Class<?> component = type.getComponentType();
            Object array = Array.newInstance(component, items.size());
            for (int i = 0; i < items.size(); i++) {
                Array.set(array, i, value(Json.list(items.get(i)), component));
            }
            return array;
        }
        Collection<Object> found = kind.equals("HashSet") ? new HashSet<>()
                : kind.equals("ArrayDeque") ? new ArrayDeque<>() : new ArrayList<>();
        for (Object each : items) {
            found.add(value(Json.list(each), Object.class));
        }
        return found;
    }
}
