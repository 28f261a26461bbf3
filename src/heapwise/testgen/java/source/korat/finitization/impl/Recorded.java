package korat.finitization.impl;

import korat.finitization.IBooleanSet;
import korat.finitization.IClassDomain;
import korat.finitization.IFieldDomain;
import korat.finitization.IFinitization;
import korat.finitization.IIntSet;
import korat.finitization.IObjSet;

/** Keeps what it is told; whoever asked for the finitization reads its fields. */
final class Recorded implements IFinitization {
    /** So many objects of a class, and what was said before. */
    static final class Objects implements IClassDomain {
        final String cls;
        final int count;
        final Objects before;

        Objects(Class<?> cls, int count, Objects before) {
            this.cls = cls.getName();
            this.count = count;
            this.before = before;
        }
    }

    /** What a field may hold, and what was said before. */
    static final class Field {
        final String cls;
        final String name;
        final IFieldDomain domain;
        final Field before;

        Field(Class<?> cls, String name, IFieldDomain domain, Field before) {
            this.cls = cls.getName();
            this.name = name;
            this.domain = domain;
            this.before = before;
        }
    }

    static final class ObjSet implements IObjSet {
        boolean nullAllowed;

        @Override
        public void addClassDomain(IClassDomain domain) {
        }

        @Override
        public void setNullAllowed(boolean allowed) {
            nullAllowed = allowed;
        }
    }

    static final class IntSet implements IIntSet {
        final int min;
        final int max;

        IntSet(int min, int max) {
            this.min = min;
            this.max = max;
        }

        @Override
        public int getMin() {
            return min;
        }

        @Override
        public int getMax() {
            return max;
        }
    }

    static final class BooleanSet implements IBooleanSet {
    }

    final Class<?> rootClass;
    final String root;
    Objects objects;
    Field fields;

    Recorded(Class<?> root) {
        this.rootClass = root;
        this.root = root.getName();
    }

    @Override
    public IClassDomain createClassDomain(Class<?> cls, int count) {
        objects = new Objects(cls, count, objects);
        return objects;
    }

    @Override
    public IObjSet createObjSet(Class<?> cls) {
        return new ObjSet();
    }

    @Override
    public IObjSet createObjSet(Class<?> cls, boolean nullAllowed) {
        ObjSet set = new ObjSet();
        set.nullAllowed = nullAllowed;
        return set;
    }

    @Override
    public IObjSet createObjSet(Class<?> cls, int count) {
        createClassDomain(cls, count);
        return new ObjSet();
    }

    @Override
    public IObjSet createObjSet(Class<?> cls, int count, boolean nullAllowed) {
        createClassDomain(cls, count);
        return createObjSet(cls, nullAllowed);
    }

    @Override
    public IIntSet createIntSet(int min, int max) {
        return new IntSet(min, max);
    }

    @Override
    public IIntSet createIntSet(int value) {
        return new IntSet(value, value);
    }

    @Override
    public IBooleanSet createBooleanSet() {
        return new BooleanSet();
    }

    @Override
    public void set(String field, IFieldDomain domain) {
        fields = new Field(rootClass, field, domain, fields);
    }

    @Override
    public void set(Class<?> cls, String field, IFieldDomain domain) {
        fields = new Field(cls, field, domain, fields);
    }
}
