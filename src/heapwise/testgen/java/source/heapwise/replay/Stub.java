package heapwise.replay;

import java.lang.invoke.MethodHandles;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;

/**
 * An object of an interface that nothing implements, or of an abstract class that nothing extends:
 * its methods return what {@link Nondet} says. The former are proxies, the latter have a class that
 * is made for them ({@link Subclass}).
 */
final class Stub implements InvocationHandler {
    /** What is added to the name of the interface or class. */
    static final String SUFFIX = "$any";

    private Stub() {
    }

    static Object of(Class<?> type, UserClasses classes) throws Throwable {
        if (!Modifier.isAbstract(type.getModifiers())) {
            throw new Invalid(type.getName() + " is no interface and no abstract class");
        }
        if (!type.isInterface()) {
            return Raw.allocate(classes.extending(type));
        }
        ClassLoader loader = type.getClassLoader();
        return Proxy.newProxyInstance(loader == null ? Stub.class.getClassLoader() : loader,
                new Class<?>[] {type}, new Stub());
    }

    static boolean is(Class<?> type) {
        return isProxy(type) || type.isSynthetic() && type.getName().endsWith(SUFFIX);
    }

    /** Has it no fields that could be read or written? */
    static boolean isProxy(Class<?> type) {
        return Proxy.isProxyClass(type) && type.getInterfaces().length == 1;
    }

    static String name(Class<?> type) {
        Class<?> above = isProxy(type) ? type.getInterfaces()[0] : type.getSuperclass();
        return above.getTypeName() + SUFFIX;
    }

    @Override
    public Object invoke(Object self, Method method, Object[] arguments) throws Throwable {
        if (method.getDeclaringClass() == Object.class) {
            switch (method.getName()) {
                case "equals":
                    return self == arguments[0];
                case "hashCode":
                    return System.identityHashCode(self);
                default:
                    return name(self.getClass()) + "@"
                            + Integer.toHexString(System.identityHashCode(self));
            }
        }
        Class<?> owner = method.getDeclaringClass();
        if (method.isDefault() && owner.getClassLoader() != null) {
            return MethodHandles.privateLookupIn(owner, MethodHandles.lookup())
                    .unreflectSpecial(method, owner).bindTo(self).invokeWithArguments(arguments);
        }
        if (method.isDefault()) {
            // The JDK does not let us in. Of Java 16; what is older cannot run it here.
            Method invoke = InvocationHandler.class.getMethod("invokeDefault", Object.class,
                    Method.class, Object[].class);
            try {
                return invoke.invoke(null, self, method, arguments);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        }
        return Nondet.next(method.getReturnType());
    }
}
