package lissa;

import gov.nasa.jpf.vm.Verify;
import korat.finitization.IFinitization;
import korat.finitization.impl.FinitizationFactory;

/** A text with parameters, in the order of their places and by name. */
public class Template {
    String name;
    ParameterList parameters = new ParameterList();
    ParameterMap parametersByName = new ParameterMap();

    boolean repOK() {
        return parameters != null
                && parameters.isCircular()
                && parametersByName != null
                && parametersByName.chainsAreGood(new Identities());
    }

    static IFinitization finTemplate(int scope) {
        IFinitization f = FinitizationFactory.create(Template.class);
        f.set("parameters", f.createObjSet(ParameterList.class, 1, true));
        f.set("parametersByName", f.createObjSet(ParameterMap.class, 1, true));
        ParameterList.entries(f, scope);
        ParameterMap.entries(f, scope);
        return f;
    }

    /** A template that up to `scope` parameters were added to. */
    static Template made(int scope) {
        Template template = new Template();
        int count = Verify.getInt(0, scope);
        for (int i = 0; i < count; i++) {
            template.addParameter(0, 0, 0);
        }
        return template;
    }

    public void addParameter(int index, int row, int column) {
        addParameter(new Parameter("", index, row, column));
    }

    void addParameter(Parameter parameter) {
        parameters.add(parameter);
        if (parameter.name != null && !parametersByName.containsKey(parameter.name)) {
            parametersByName.put(parameter.name, parameter);
        }
    }

    public Parameter getParameter() {
        return getParameter("");
    }

    Parameter getParameter(String wanted) {
        return parametersByName.get(wanted);
    }
}
