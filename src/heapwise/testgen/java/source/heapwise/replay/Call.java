package heapwise.replay;

import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One call: the heap is built, the method runs, the heap is read again. */
final class Call {
    private final Map<String, Object> request;
    private final Builder builder;

    Call(Map<String, Object> request, UserClasses loader) {
        this.request = request;
        this.builder = new Builder(loader);
    }

    Map<String, Object> answer() throws Throwable {
        Map<String, Object> input = Json.object(request.get("input"));
        Map<String, Object> roots = Json.object(input.get("roots"));
        Class<?> owner = builder.type((String) request.get("class"));
        Executable target = find(owner, (String) request.get("method"),
                (String) request.get("descriptor"));
        builder.build(Json.object(input.get("objects")));
        builder.hash(Json.list(request.get("hashes")));
        Nondet.set(nondet());
        Given.forget();
        Object receiver = null;
        List<Object> steps = Json.list(request.get("steps"));
        for (Object each : steps == null ? List.of() : steps) {
            receiver = step(owner, receiver, Json.object(each), roots);
        }
        boolean driven = receiver != null;
        receiver = driven ? receiver : receiver(roots, target);
        Object[] arguments = arguments(roots, target, Json.list(request.get("arguments")));
        // Names are fixed before the run: it may overwrite the only reference to an object.
        IdentityHashMap<Object, String> names = builder.names();
        Map<String, Object> answer = new LinkedHashMap<>();
        if (driven) {
            Snapshot before = new Snapshot(names, "#made");
            Object name = before.value(receiver, false);
            answer.put("built", Map.of("roots", Map.of("this", name), "objects", before.objects()));
            names = before.names();
        }
        Object result = null;
        Throwable thrown = null;
        Raw.open(target);
        boolean recorded = Boolean.TRUE.equals(request.get("recorded"));
        if (recorded) {
            Steps.begin(names);
        }
        try {
            result = target instanceof Method ? ((Method) target).invoke(receiver, arguments)
                    : ((Constructor<?>) target).newInstance(arguments);
        } catch (InvocationTargetException e) {
            thrown = e.getCause();
        } catch (ExceptionInInitializerError e) {
            thrown = e;
        } finally {
            Steps.ended();
        }
        if (thrown instanceof OutOfMemoryError) {
            return Map.of("status", "memory", "why", String.valueOf(thrown));
        }
        if (thrown instanceof Nondet.Assumption) {
            return Map.of("status", "invalid", "why", "an assumption of the program does not hold");
        }
        Snapshot after = new Snapshot(names);
        answer.put("status", thrown == null ? "returned" : "raised");
        if (thrown != null) {
            describe(thrown, answer);
            answer.put("thrown", after.value(thrown, false));
        } else {
            boolean primitive = target instanceof Method
                    && ((Method) target).getReturnType().isPrimitive();
            answer.put("value", after.value(result, primitive));
        }
        answer.put("output", Map.of("roots", roots, "objects", after.objects()));
        if (recorded) {
            boolean named = answer.get("value") instanceof String;
            answer.put("last", Steps.moment(named ? new Object[] {result} : new Object[0]));
            Steps.forget();
        }
        return answer;
    }

    private static void describe(Throwable thrown, Map<String, Object> answer) {
        answer.put("exception", thrown.getClass().getName());
        StackTraceElement[] trace = thrown.getStackTrace();
        if (trace.length > 0) {
            answer.put("at", trace[0].toString());
            answer.put("line", (long) trace[0].getLineNumber());
        }
        try {
            answer.put("message", thrown.getMessage());
        } catch (Throwable e) {
            answer.put("message", null);
        }
    }

    private Object receiver(Map<String, Object> roots, Executable target) throws Invalid {
        if (target instanceof Constructor || Modifier.isStatic(target.getModifiers())) {
            return null;
        }
        Object name = request.get("receiver");
        Object found = builder.value("the receiver", roots.get(name), target.getDeclaringClass());
        if (found == null) {
            throw new Invalid("the receiver is null");
        }
        return found;
    }

    /** One call that helps to make the receiver. */
    private Object step(Class<?> owner, Object made, Map<String, Object> described,
            Map<String, Object> roots) throws Throwable {
        Executable target = find(owner, (String) described.get("method"),
                (String) described.get("descriptor"));
        Object[] arguments = arguments(roots, target, Json.list(described.get("arguments")));
        Raw.open(target);
        try {
            if (target instanceof Constructor) {
                return ((Constructor<?>) target).newInstance(arguments);
            }
            Object returned = ((Method) target).invoke(made, arguments);
            return Modifier.isStatic(target.getModifiers()) ? returned : made;
        } catch (InvocationTargetException e) {
            throw new Invalid("the receiver cannot be made: " + e.getCause());
        }
    }

    private Object[] arguments(Map<String, Object> roots, Executable target, List<Object> names)
            throws Invalid {
        Class<?>[] types = target.getParameterTypes();
        if (names.size() != types.length) {
            throw new Invalid(target.getName() + " has " + types.length + " parameters, not "
                    + names.size());
        }
        Object[] found = new Object[types.length];
        for (int i = 0; i < types.length; i++) {
            String name = (String) names.get(i);
            if (!roots.containsKey(name)) {
                throw new Invalid("no value for the parameter " + name);
            }
            found[i] = builder.value(name, roots.get(name), types[i]);
        }
        return found;
    }

    /** The values to hand out: a name stands for the object of that name. */
    private List<Object> nondet() throws Invalid {
        List<Object> found = new ArrayList<>();
        for (Object value : Json.list(request.get("nondet"))) {
            boolean named = value instanceof String
                    || value instanceof Map && Json.object(value).containsKey("name");
            found.add(named ? builder.value("nondet", value, Object.class) : value);
        }
        return found;
    }

    static Executable find(Class<?> owner, String name, String descriptor) throws Invalid {
        if (name.equals("<init>")) {
            for (Constructor<?> each : owner.getDeclaredConstructors()) {
                if (descriptor(each.getParameterTypes(), void.class).equals(descriptor)) {
                    return each;
                }
            }
        }
        for (Class<?> type = owner; type != null; type = type.getSuperclass()) {
            for (Method each : type.getDeclaredMethods()) {
                if (each.getName().equals(name)
                        && descriptor(each.getParameterTypes(), each.getReturnType())
                                .equals(descriptor)) {
                    return each;
                }
            }
        }
        for (Method each : owner.getMethods()) {
            if (each.getName().equals(name) && descriptor(each.getParameterTypes(),
                    each.getReturnType()).equals(descriptor)) {
                return each;
            }
        }
        throw new Invalid(owner.getName() + " has no method " + name + descriptor);
    }

    private static String descriptor(Class<?>[] parameters, Class<?> result) {
        return MethodType.methodType(result, parameters).toMethodDescriptorString();
    }
}
