package korat.finitization;

import java.lang.reflect.Field;

/** What a finitization says, for whoever enumerates structures. */
public interface Bounded extends IFinitization {
    boolean has(Field field);

    int count(Class<?> cls);
}
