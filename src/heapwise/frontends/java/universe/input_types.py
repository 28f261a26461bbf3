"""The types that inputs are declared as, with their type variables filled in.

They are those of fields, parameters and answers of stubs, by their generic signatures and by what
the user says of type variables.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from heapwise.frontends.java.classfile.class_file import ClassFile, Field, Method
from heapwise.frontends.java.classfile.descriptors import (
    ArrayType,
    ClassType,
    DescriptorError,
    JavaType,
)
from heapwise.frontends.java.classfile.signatures import (
    GenericArrayType,
    GenericType,
    TypeParameter,
    TypeVariable,
    class_signature,
    field_signature,
    method_signature,
)
from heapwise.frontends.java.classpath.targets import find_class
from heapwise.frontends.java.universe.class_universe import Universe
from heapwise.frontends.java.universe.declarations import ArraysBelow, JavaArray, JavaClass
from heapwise.frontends.java.universe.generics import Arguments
from heapwise.frontends.java.universe.well_known import INTEGER
from heapwise.program import InputError, Type


class InputTypes:
    """`arguments` are what type variables stand for. If code `tells_arrays_apart`, input arrays may
    be of narrower classes than declared; `wide` are those of which some are."""

    def __init__(self, universe: Universe, package: str) -> None:
        self._universe = universe
        self._package = package
        self.arguments = Arguments()
        self.tells_arrays_apart: Callable[[], bool] = lambda: False
        self.wide: dict[JavaArray, ArraysBelow] = {}

    def field_type(self, cls: ClassFile, field: Field) -> Type:
        """What an input object may hold in a field, by its generic type."""
        try:
            generic = field_signature(field.signature) if field.signature else None
            variables = _class_variables(cls)
        except DescriptorError:
            generic, variables = None, {}
        found = self._input_type(field.type, generic, variables)
        is_user = self._universe.decl(cls.name).is_user
        return self._array_or_below(found, field.type, generic) if is_user else found

    def parameter_types(self, cls: ClassFile, method: Method) -> list[Type]:
        parameters = method.type.parameters
        generic: Sequence[GenericType | None] = [None] * len(parameters)
        variables: dict[str, TypeParameter] = {}
        try:
            variables = _class_variables(cls)
            if method.signature is not None:
                signature = method_signature(method.signature)
                variables.update((each.name, each) for each in signature.type_parameters)
                hidden = [None] * (len(parameters) - len(signature.parameters))
                generic = [*hidden, *signature.parameters][: len(parameters)]
        except DescriptorError:
            pass
        for plain in parameters:
            self._universe.type_of(plain)  # nothing can be made up for a class that is not there
        return [
            self._array_or_below(self._input_type(plain, each, variables), plain, each)
            for plain, each in zip(parameters, generic, strict=True)
        ]

    def answer_type(self, stub: JavaClass, method: Method) -> Type:
        """What a method of a stub returns, by its generic type."""
        generic = self._generic_result(method)
        if isinstance(generic, TypeVariable):
            name = self.arguments.answer(stub.file.name, method.owner, generic.name)
            if name is not None:
                return self._universe.decl(name)
        return self.result_type(method)

    def result_type(self, method: Method) -> Type:
        """What a method returns, by its generic type."""
        try:
            variables = _class_variables(self._universe.classes.load(method.owner))
        except DescriptorError:
            variables = {}
        return self._input_type(method.type.result, self._generic_result(method), variables)

    def _generic_result(self, method: Method) -> GenericType | None:
        try:
            text = method.signature
            return method_signature(text).result if text is not None else None
        except DescriptorError:
            return None

    def _input_type(
        self, plain: JavaType, generic: GenericType | None, variables: dict[str, TypeParameter]
    ) -> Type:
        if isinstance(generic, GenericArrayType) and isinstance(plain, ArrayType):
            # The array itself has its erased class; only what it holds is said more precisely.
            return self._universe.type_of(plain)
        if not isinstance(generic, TypeVariable):
            try:
                return self._universe.type_of(plain)
            except InputError:
                return self._universe.root
        names = self._universe.options.input_classes.get(generic.name)
        if names is not None and len(names) == 1:
            return self.named(names[0])
        assert isinstance(plain, ClassType)
        held = self.arguments.of(generic.name) if names is None else ()
        if held:
            fits = len(held) == 1 and self._universe.hierarchy.is_subclass(held[0], plain.name)
            return self._universe.decl(held[0] if fits else plain.name)
        if names is None and self._universe.hierarchy.is_subclass(INTEGER, plain.name):
            return self._universe.decl(INTEGER)
        return self._universe.decl(plain.name)

    def _array_or_below(self, type_: Type, plain: JavaType, generic: GenericType | None) -> Type:
        """What an array of the user's is declared as."""
        if not isinstance(plain, ArrayType) or plain.dimensions > 1:
            return type_
        if isinstance(generic, GenericArrayType) or not isinstance(type_, JavaArray):
            return type_
        element = type_.element
        if not isinstance(element, JavaClass) or element.file.is_final:
            return type_
        if not self.tells_arrays_apart():
            return type_
        found = self.wide.get(type_)
        if found is None:
            found = self.wide[type_] = ArraysBelow(type_, self._universe.select)
            if self._universe.program is not None:
                self._universe.program.add(found)
        return found

    def named(self, name: str) -> JavaClass:
        """A class as the user writes it."""
        if name == "null":
            raise InputError("`null` is no class; an input that may be nothing else has no classes")
        file = find_class(self._universe.classes, name)
        if file is None and "." not in name:
            for prefix in ("java.lang.", "java.util.", f"{self._package.replace('/', '.')}."):
                file = file or find_class(self._universe.classes, f"{prefix}{name}")
        if file is None:
            raise InputError(f"no class `{name}` on the class path")
        return self._universe.decl(file.name)


def _class_variables(cls: ClassFile) -> dict[str, TypeParameter]:
    if cls.signature is None:
        return {}
    return {each.name: each for each in class_signature(cls.signature).type_parameters}
