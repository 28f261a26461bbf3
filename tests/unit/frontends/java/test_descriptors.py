from __future__ import annotations

import pytest

from heapwise.frontends.java.classfile.descriptors import (
    INT,
    LONG,
    VOID,
    ArrayType,
    ClassType,
    DescriptorError,
    class_type,
    field_type,
    method_type,
)
from heapwise.frontends.java.classfile.signatures import (
    GenericArrayType,
    GenericClassType,
    TypeVariable,
    Wildcard,
    class_signature,
    field_signature,
    method_signature,
    plain,
)
from tests.unit.frontends.java.samples import method, sample


def test_descriptors_become_types_and_back() -> None:
    for text in ("I", "[J", "Ljava/util/Map$Entry;", "[[Lpkg/A;", "[" * 255 + "Z"):
        assert field_type(text).descriptor == text
    assert field_type("[[J") == ArrayType(LONG, 2)
    assert str(field_type("[[Ljava/lang/String;")) == "java.lang.String[][]"
    assert class_type("[I") == ArrayType(INT, 1)
    assert class_type("a/B") == ClassType("a/B")


def test_the_component_of_an_array_has_one_dimension_less() -> None:
    table = field_type("[[I")
    assert isinstance(table, ArrayType)
    assert table.component == ArrayType(INT, 1)
    assert field_type("[I") == table.component and table.component.component == INT


def test_a_method_descriptor_has_parameters_result_and_slots() -> None:
    found = method_type("(IJ[DLjava/lang/Object;)V")
    assert [p.descriptor for p in found.parameters] == ["I", "J", "[D", "Ljava/lang/Object;"]
    assert found.result == VOID
    assert found.slots == 5
    assert str(found) == "(int, long, double[], java.lang.Object)"


def test_names_of_classes_may_hold_parentheses() -> None:
    found = method_type("(La)b;I)L(c);")
    assert [p.descriptor for p in found.parameters] == ["La)b;", "I"]
    assert found.result == ClassType("(c)")


@pytest.mark.parametrize("text", ["", "V", "L;", "I;", "[", "LA", "La//b;", "[" * 256 + "I", "II"])
def test_a_bad_field_descriptor_is_refused(text: str) -> None:
    with pytest.raises(DescriptorError, match="descriptor of a field"):
        field_type(text)


@pytest.mark.parametrize("text", ["", "()", "(V)V", "()VV", "(I", "I)V", "()[V"])
def test_a_bad_method_descriptor_is_refused(text: str) -> None:
    with pytest.raises(DescriptorError, match="descriptor of a method"):
        method_type(text)


def test_the_signature_of_a_class_has_parameters_with_bounds() -> None:
    text = sample("pkg/Tree").signature
    assert text is not None
    found = class_signature(text)
    (parameter,) = found.type_parameters
    assert parameter.name == "T"
    bound = GenericClassType("java/lang/Comparable", (TypeVariable("T"),))
    assert parameter.bounds == (bound,)
    assert found.superclass == GenericClassType("java/lang/Object")


def test_the_signature_of_a_method_has_wildcards_and_arrays() -> None:
    text = method(sample("pkg/Modern"), "generic").signature
    assert text is not None
    found = method_signature(text)
    assert [str(p) for p in found.parameters] == ["java.util.List<? extends K>", "K[]"]
    assert found.parameters[1] == GenericArrayType(TypeVariable("K"))
    assert found.result == TypeVariable("K")
    (parameter,) = found.type_parameters
    assert [str(b) for b in parameter.bounds] == [
        "java.lang.Comparable<? super K>",
        "java.lang.Runnable",
    ]


def test_nested_classes_of_generic_ones_keep_the_outer_arguments() -> None:
    found = field_signature("Lp/Outer<TT;*>.Inner<[I>;")
    assert isinstance(found, GenericClassType)
    assert found.name == "p/Outer$Inner"
    assert found.outer == GenericClassType("p/Outer", (TypeVariable("T"), Wildcard("", None)))
    assert str(found) == "p.Outer<T, ?>.Inner<int[]>"


def test_exceptions_may_be_type_variables() -> None:
    found = method_signature("<E:Ljava/lang/Exception;>()V^TE;^Lp/Q;")
    assert found.throws == (TypeVariable("E"), GenericClassType("p/Q"))


def test_a_parameter_with_interface_bounds_only_has_no_class_bound() -> None:
    found = class_signature("<T::Ljava/lang/Runnable;U:>Ljava/lang/Object;Lp/I<TU;>;")
    assert [len(p.bounds) for p in found.type_parameters] == [1, 0]
    assert found.interfaces == (GenericClassType("p/I", (TypeVariable("U"),)),)


def test_plain_types_are_generic_ones_without_arguments() -> None:
    assert plain(field_type("[[La/B;")) == GenericArrayType(
        GenericArrayType(GenericClassType("a/B"))
    )
    assert plain(INT) == INT


@pytest.mark.parametrize("text", ["", "TT", "LA", "LA<>;", "LA;x", "[V", "I", "LA<TT;", "+LA;"])
def test_a_bad_signature_is_refused_with_the_place(text: str) -> None:
    with pytest.raises(DescriptorError, match="expected at character"):
        field_signature(text)
