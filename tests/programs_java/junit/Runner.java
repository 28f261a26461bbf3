import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import org.junit.jupiter.api.Test;

/** Runs the tests of a class and prints how many passed. */
public final class Runner {
    private Runner() {
    }

    public static void main(String[] args) throws Throwable {
        Class<?> type = Class.forName(args[0]);
        int passed = 0;
        for (Method method : type.getDeclaredMethods()) {
            if (method.isAnnotationPresent(Test.class)) {
                Constructor<?> made = type.getDeclaredConstructor();
                made.setAccessible(true);
                method.setAccessible(true);
                try {
                    method.invoke(made.newInstance());
                    passed++;
                } catch (InvocationTargetException e) {
                    System.out.println("FAILED " + method.getName() + ": " + e.getCause());
                }
            }
        }
        System.out.println(passed + " passed");
    }
}
