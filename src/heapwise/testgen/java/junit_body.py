"""The statements of one JUnit test: the heap, the call, and what is asserted of both.

Invariant: every object of the heap has one variable, declared before it is used; final, so that a
lambda may use it. Of a literal, and of what the compiler boxes, the value itself is as good.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from heapwise.results import Heap, HeapObject, Ref, Value
from heapwise.results.heap import references_in, refs_in
from heapwise.testgen.cpython_replay import Observation, Status
from heapwise.testgen.java.access import ClassAccess, MethodAccess, PlainCall
from heapwise.testgen.java.junit_checks import BUILDERS, STRING, Checks
from heapwise.testgen.java.junit_helpers import extending
from heapwise.testgen.java.junit_names import PRIMITIVES, STUB, JavaNames, UnwritableError
from heapwise.testgen.java.jvm import JavaMethod
from heapwise.testgen.java.listed_items import listed
from heapwise.testgen.java.literals import BOXES, literal, text_literal
from heapwise.testgen.java.plain_values import is_fresh, is_shared
from heapwise.testgen.java.recipe import JavaRecipe

_TEXTS = (STRING, *BUILDERS)
_QUEUE = "java.util.Deque"
Answers: TypeAlias = Sequence[tuple[Value, str]]
"""What stubs have returned: values, with their descriptors where these are primitive."""


def _as_object(text: str) -> str:
    """One more argument for a place of any type."""
    return f", (Object) ({text})" if text.startswith("-") else f", (Object) {text}"


def _in_order(method: JavaMethod, heap: Heap) -> dict[Ref, HeapObject]:
    """The objects as they are reached: from the receiver, then from the arguments."""
    names = [*([method.receiver] if method.receiver is not None else []), *method.parameters]
    if any(name not in heap.roots for name in names):
        raise UnwritableError("an input that is not known")
    waiting = [ref for name in names for ref in refs_in(heap.roots[name])]
    found: dict[Ref, HeapObject] = {}
    for ref in waiting:  # grows while it is walked
        if ref not in found:
            found[ref] = heap.objects[ref]
            waiting += [each for value in found[ref].contents() for each in refs_in(value)]
    return {**found, **heap.objects}


class Body:
    """`members` are the classes that the statements use, by name; `names` knows what else they
    need."""

    def __init__(
        self,
        method: JavaMethod,
        access: MethodAccess,
        given: Heap,
        observed: Observation,
        classes: Mapping[str, ClassAccess],
        answers: Answers = (),
        recipe: JavaRecipe | None = None,
    ) -> None:
        """With a `recipe`, the input is made as that does."""
        self._recipe = recipe
        self._method = method
        self._access = access
        self._given = Heap(given.roots, _in_order(method, given))
        self._observed = observed
        self._classes = classes
        self._answers = answers
        # Where a class of the JDK is itself under test, what it consists of matters.
        of_jdk = method.class_name.startswith("java.")
        self._lists = {} if of_jdk else listed(given)
        after = {} if of_jdk else listed(observed.output, after=True)
        self._inner = frozenset(ref for each in self._lists.values() for ref in each.inner)
        self.names = JavaNames(self._given, classes)
        self._checks = Checks(self.names, method, access, observed, classes, after)
        self._plain: dict[Ref, PlainCall] = {}
        self._has_stubs = False
        self.members: dict[str, tuple[str, ...]] = {}

    def lines(self) -> list[str]:
        self.names.inline = {ref for ref, body in self._given.objects.items() if is_shared(body)}
        return [*self._building(), *self._calling(), *self._checks.lines()]

    def statements(self) -> list[str]:
        """What builds the input and calls the method, and looks at nothing."""
        times = references_in(self._given)
        times.update(ref for value, _ in self._answers for ref in refs_in(value))
        self.names.inline = {
            ref
            for ref, body in self._given.objects.items()
            if is_shared(body) or (is_fresh(body) and times[ref] == 1)
        }
        return [*self._building(), f"{self._call()};"]

    def _building(self) -> list[str]:
        if self._recipe is not None:
            self.names.take(self._recipe.names, self._recipe.counts)
            return list(self._recipe.statements)
        found = [
            *self._declarations(),
            *self._fillings(),
            *self._collecting(),
            *self._answering(),
        ]
        if self._has_stubs:
            found.insert(0, f"{_QUEUE}<Object> answers = new java.util.LinkedList<>();")
        return found

    # -- the input

    def _declarations(self) -> Iterator[str]:
        """Last what constructors are given all of, each after those that it holds."""
        records: list[Ref] = []
        self._plain = {
            ref: plain
            for ref, body in self._given.objects.items()
            if body.class_name not in BOXES and (plain := self._plain_call(body)) is not None
        }
        for ref, body in self._given.objects.items():
            if ref in self._inner:
                continue
            if ref in self._plain or self._components(body.class_name) is not None:
                records.append(ref)
            elif ref in self.names.inline:
                self.names.variables[ref] = self._made(body)
            else:
                name = self.names.name(ref, body)
                made = self._made(body)
                if ref in self._lists:
                    made = made.replace("()", f"({self._lists[ref].room})")
                yield f"{self.names.type_name(body.class_name)} {name} = {made};"
        while records:
            ready = [ref for ref in records if self._is_ready(ref, self._given.objects[ref])]
            if not ready:
                ready = [next((ref for ref in records if ref in self._plain), Ref(""))]
                if self._plain.pop(ready[0], None) is None:
                    raise UnwritableError("records that hold each other")
            for ref in ready:
                body = self._given.objects[ref]
                if self._components(body.class_name) is not None:
                    made = self._record(body)
                elif ref in self._plain:
                    made = self._constructed(body, self._plain[ref])
                else:
                    made = self._made(body)  # it is on a cycle
                type_ = self.names.type_name(body.class_name)
                yield f"{type_} {self.names.name(ref, body)} = {made};"
            records = [ref for ref in records if ref not in ready]

    def _components(self, cls: str) -> tuple[str, ...] | None:
        access = self._classes.get(cls)
        return access.components if access is not None else None

    def _plain_call(self, body: HeapObject) -> PlainCall | None:
        """The constructor that leaves the fewest fields to be assigned."""
        access = self._classes.get(body.class_name)
        if access is None or access.source is None:
            return None
        left = lambda plain: (len(plain.differing(body.fields)), len(plain.fields))  # noqa: E731
        return min(access.plain, key=left, default=None)

    def _constructed(self, body: HeapObject, plain: PlainCall) -> str:
        texts = []
        for name in plain.fields:
            field, value = self.names.field(body.class_name, name), body.fields[name]
            cast = self.names.cast(value, field.source or "")
            cast = f"({field.source}) " if value is None and plain.others else cast
            text = self.names.value(value, field.descriptor)
            texts.append(self.names.boxed(value) or cast + text)
        return f"new {self.names.source(body.class_name)}({', '.join(texts)})"

    def _is_ready(self, ref: Ref, body: HeapObject) -> bool:
        plain = self._plain.get(ref)
        values = [body.fields[name] for name in (body.fields if plain is None else plain.fields)]
        return all(ref in self.names.variables for value in values for ref in refs_in(value))

    def _record(self, body: HeapObject) -> str:
        cls = body.class_name
        fields = [self.names.field(cls, key) for key in self._components(cls) or ()]
        values = [self.names.value(body.fields[each.name], each.descriptor) for each in fields]
        source = self.names.source(cls)
        if source is not None and all(each.source for each in fields):
            casts = [self.names.cast(body.fields[each.name], each.source or "") for each in fields]
            boxed = [self.names.boxed(body.fields[each.name]) for each in fields]
            texts = (
                box or cast + text for box, cast, text in zip(boxed, casts, values, strict=True)
            )
            return f"new {source}({', '.join(texts)})"
        self.names.reflects("call", cls)
        types = ", ".join(self._class_of(each.descriptor) for each in fields)
        rest = "".join(map(_as_object, values))
        return f'call(null, "{cls}", "<init>", new Class<?>[] {{{types}}}{rest})'

    def _class_of(self, descriptor: str) -> str:
        """The class object of a descriptor."""
        for name, letter in PRIMITIVES.items():
            if letter == descriptor:
                return f"{name}.class"
        dimensions = len(descriptor) - len(descriptor.lstrip("["))
        rest = descriptor[dimensions:]
        plain = {letter: name for name, letter in PRIMITIVES.items()}
        element = plain[rest] if rest in plain else rest[1:-1].replace("/", ".")
        cls = element + "[]" * dimensions
        source = self.names.source(cls)
        return f"{source}.class" if source is not None else self.names.type(cls)

    def _made(self, body: HeapObject) -> str:
        cls = body.class_name
        if cls == STRING:
            text = body.fields["text"]
            assert isinstance(text, str)
            made = text_literal(text)
            return made if is_shared(body) else f"new String({made})"
        if cls in BUILDERS:
            return f"new {cls.rpartition('.')[2]}({text_literal(str(body.fields['text']))})"
        if cls in BOXES:
            made = literal(body.fields["value"], BOXES[cls])
            is_boxed = is_shared(body) or is_fresh(body)
            return made if is_boxed else f"new {cls.rpartition('.')[2]}({made})"
        if cls.endswith("[]"):
            return self._new_array(cls, len(body.items or ()))
        if cls.endswith(STUB):
            return self._stub(cls)
        access = self._classes.get(cls)
        if access is not None and access.is_enum:
            return self.names.constant(access, body.fields.get("ordinal"))
        if access is not None and access.source is not None and access.constructor:
            return f"new {access.source}()"
        self.names.helpers.add("make")
        if access is not None and access.source is not None:
            return f"make({access.source}.class)"
        return f"make({self.names.type(cls)})"

    def _new_array(self, cls: str, length: int) -> str:
        element = cls[:-2]
        source = self.names.source(element)
        if source is None:
            self.names.helpers.add("type")
            return f"java.lang.reflect.Array.newInstance({self.names.type(element)}, {length})"
        plain = source.rstrip("[]")
        return f"new {plain}[{length}]{source[len(plain) :]}"

    def _answering(self) -> Iterator[str]:
        """What stubs return, in the order of the calls."""
        if not self._has_stubs:
            return
        for value, descriptor in self._answers:
            yield f"answers.add({self.names.value(value, descriptor)});"

    def _stub(self, cls: str) -> str:
        self._has_stubs = True
        stubbed = cls.removesuffix(STUB)
        source = self.names.source(stubbed)
        access = self._classes.get(stubbed)
        if access is None or access.is_interface:
            self.names.helpers.add("stub")
            type_ = self.names.type(stubbed) if source is None else f"{source}.class"
            return f"stub({type_}, answers)"
        if access.extension is None or source is None:
            raise UnwritableError(f"a class that extends {stubbed}")
        name = f"{source.replace('.', '_')}_any"
        self.names.helpers.add("make")
        self.members[name] = extending(name, source, access.extension)
        return f"{name}.answering(answers)"

    def _fillings(self) -> Iterator[str]:
        for ref, body in self._given.objects.items():
            if ref in self._inner:
                continue
            name, cls = self.names.variables[ref], body.class_name.removesuffix(STUB)
            if ref in self._lists:
                continue
            access = self._classes.get(cls)
            if cls in _TEXTS or cls in BOXES or (access is not None and access.is_enum):
                continue
            if self._components(cls) is not None:
                continue
            if cls.endswith("[]"):
                yield from self._filled_array(name, cls, body)
                continue
            plain = self._plain.get(ref)
            left = body.fields if plain is None else plain.differing(body.fields)
            for key in left:
                yield self._assignment(name, cls, key, body.fields[key])

    def _collecting(self) -> Iterator[str]:
        """Last, and what holds others after these: items may be asked for their hash codes."""
        for ref in reversed([ref for ref in self._given.objects if ref in self._lists]):
            if ref in self._inner:
                continue
            name, contents = self.names.variables[ref], self._lists[ref]
            for item in contents.items if contents.values is None else ():
                yield f"{name}.add({self.names.value(item, '')});"
            for item, value in zip(contents.items, contents.values or (), strict=False):
                yield f"{name}.put({self.names.value(item, '')}, {self.names.value(value, '')});"

    def _filled_array(self, name: str, cls: str, body: HeapObject) -> Iterator[str]:
        descriptor = PRIMITIVES.get(cls[:-2], "")
        element = self.names.source(cls[:-2])
        for index, value in enumerate(body.items or ()):
            if value is None or (descriptor and not isinstance(value, float) and not value):
                continue  # the default
            text = self.names.value(value, descriptor)
            if element is not None:
                yield f"{name}[{index}] = {self.names.cast(value, element)}{text};"
            else:
                yield f"java.lang.reflect.Array.set({name}, {index}, {text});"

    def _assignment(self, name: str, cls: str, key: str, value: Value) -> str:
        field = self.names.field(cls, key)
        text = self.names.value(value, field.descriptor)
        if field.direct and field.source and self.names.source(cls) is not None:
            cast = self.names.cast(value, field.source)
            return f"{self.names.place(name, cls, key)} = {cast}{text};"
        self.names.reflects("set", field.owner)
        return f'set({name}, "{field.owner}", "{field.name}", {text});'

    # -- the call

    def _calling(self) -> list[str]:
        call = self._call()
        if self._observed.status is Status.RAISED:
            thrown = f"Throwable thrown = assertThrows(Throwable.class, () -> {call});"
            name = f'assertEquals("{self._observed.exception}", thrown.getClass().getName());'
            return [thrown, name]
        if self._access.result == "V" and self._method.name != "<init>":
            return [f"{call};"]
        type_ = self._access.result_name if self._access.direct else "Object"
        return [f"{type_} result = {call};"]

    def _call(self) -> str:
        arguments = [
            self._argument(self._given.roots[name], index)
            for index, name in enumerate(self._method.parameters)
        ]
        access, method = self._access, self._method
        receiver = None
        if method.receiver is not None:
            root = self._given.roots[method.receiver]
            receiver = self.names.boxed(root) or self.names.value(root, "")
        if access.direct and access.owner is not None:
            if method.name == "<init>":
                return f"new {access.owner}({', '.join(arguments)})"
            return f"{receiver or access.owner}.{method.name}({', '.join(arguments)})"
        self.names.reflects("call", method.class_name)
        types = ", ".join(
            f"{source}.class" if source is not None else self.names.type(name)
            for source, name in zip(access.parameters, access.parameter_names, strict=True)
        )
        start = f'call({receiver or "null"}, "{method.class_name}", "{method.name}"'
        rest = "".join(map(_as_object, arguments))
        return f"{start}, new Class<?>[] {{{types}}}{rest})"

    def _argument(self, value: Value, index: int) -> str:
        descriptor = self._access.descriptors[index]
        source = self._access.parameters[index]
        if self._access.direct and self._access.overloaded:  # or another might be meant
            if value is None and source is not None:
                return f"({source}) null"
            boxed = self.names.boxed(value)
            if boxed:
                return boxed
        cast = self.names.cast(value, source) if source is not None and self._access.direct else ""
        return cast + self.names.value(value, descriptor)
