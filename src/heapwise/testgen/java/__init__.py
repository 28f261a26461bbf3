"""Witnesses of Java programs run for real, in a JVM of their own.

`source` holds the Java program that does it, `classes` what `javac --release 11` made of it
(`make java-classes`); the rest is its client. In a heap of a Java program

* class names are those of `Class.getTypeName()`: `pkg.Outer$Inner`, `java.lang.String[][]`;
* an object has all instance fields, inherited ones too; a field that is hidden by another of the
  same name is called `pkg.Class.name`;
* an array has `items` and no fields;
* ints of all widths and chars (0 to 65535) are ints, booleans bools, floats and doubles floats;
* a string is an object of class `java.lang.String` with the one field `text`, a box one of its
  class with the field `value`; `interned: True` beside it in an input says that it is the literal,
  or what `valueOf` gives;
* an object of an enum class in an input is the constant with its `ordinal`;
* `Named("pkg.C.class")` is a class object, `Named("pkg.C.NAME")` what a static field holds;
* fields that `Throwable` declares are left out.
"""

from heapwise.testgen.java.against_prediction import same_end
from heapwise.testgen.java.jvm import JavaMethod, JvmLimits, JvmReplayer

__all__ = ["JavaMethod", "JvmLimits", "JvmReplayer", "same_end"]
