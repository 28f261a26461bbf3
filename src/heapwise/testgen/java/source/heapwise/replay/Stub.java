package heapwise.replay;

import java.lang.invoke.MethodHandles;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/** An object of an interface that nothing implements: its methods return what {@link Nondet} says. */
final class Stub implements InvocationHandler {
    /** What is added to the name of the interface. */
    static final String SUFFIX = "$any";

    private Stub() {
    }

    static Object of(Class<?> type) throws Invalid {
        if (!type.isInterface()) {
            throw new Invalid(type.getName() + " is no interface");
        }
        ClassLoader loader = type.getClassLoader();
        return Proxy.newProxyInstance(loader == null ? Stub.class.getClassLoader() : loader,
                new Class<?>[] {type}, new Stub());
    }

    static boolean is(Class<?> type) {
        return Proxy.isProxyClass(type) && type.getInterfaces().length == 1;
    }

    static boolean is(Object object) {
        return is(object.getClass()) && Proxy.getInvocationHandler(object) instanceof Stub;
    }

    static String name(Class<?> type) {
        return type.getInterfaces()[0].getTypeName() + SUFFIX;
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
            return InvocationHandler.class.getMethod("invokeDefault", Object.class, Method.class,
                    Object[].class).invoke(null, self, method, arguments);
        }
        return Nondet.next(method.getReturnType());
    }
}
