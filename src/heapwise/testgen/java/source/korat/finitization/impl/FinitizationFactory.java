package korat.finitization.impl;

import korat.finitization.IFinitization;

public final class FinitizationFactory {
    private FinitizationFactory() {
    }

    public static IFinitization create(Class<?> cls) {
        return new Recorded(cls);
    }
}
