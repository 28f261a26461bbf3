package korat.finitization.impl;

import java.lang.reflect.Field;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import korat.finitization.Bounded;
import korat.finitization.IFinitization;

/** Finitizations that can be asked. */
public final class FinitizationFactory {
    private FinitizationFactory() {
    }

    public static IFinitization create(Class<?> root) {
        Map<Class<?>, Integer> counts = new HashMap<>();
        Set<String> fields = new HashSet<>();
        return (IFinitization) Proxy.newProxyInstance(
                root.getClassLoader(),
                new Class<?>[] {Bounded.class},
                (proxy, method, given) -> {
                    switch (method.getName()) {
                        case "set":
                            Class<?> owner = given.length == 3 ? (Class<?>) given[0] : root;
                            fields.add(owner.getName() + "." + given[given.length - 2]);
                            return null;
                        case "has":
                            Field field = (Field) given[0];
                            return fields.contains(
                                    field.getDeclaringClass().getName() + "." + field.getName());
                        case "count":
                            return counts.getOrDefault(given[0], 0);
                        case "createObjSet":
                            counts.put((Class<?>) given[0], (Integer) given[1]);
                            return null;
                        default:
                            throw new UnsupportedOperationException(method.getName());
                    }
                });
    }
}
