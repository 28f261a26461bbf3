"""The statements of one JUnit test: the heap, the call, and what is asserted of both.

Invariant: every object of the heap has one variable, declared before it is used; final, so that a
lambda may use it. Of a literal, and of what the compiler boxes, the value itself is as good.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from heapwise.results import Heap, HeapObject, Named, Ref, Value
from heapwise.results.heap import references_in, refs_in
from heapwise.testgen.cpython_replay import Observation, Status
from heapwise.testgen.java.access import ClassAccess, FieldAccess, MethodAccess, PlainCall
from heapwise.testgen.java.junit_helpers import extending
from heapwise.testgen.java.jvm import JavaMethod
from heapwise.testgen.java.listed_items import SETS, Listed, listed
from heapwise.testgen.java.literals import BOXES, literal, text_literal
from heapwise.testgen.java.plain_values import is_fresh, is_shared
from heapwise.testgen.java.recipe import JavaRecipe, stem_of

_STRING = "java.lang.String"
_BUILDERS = ("java.lang.StringBuilder", "java.lang.StringBuffer")
_TEXTS = (_STRING, *_BUILDERS)
_STUB = "$any"
_QUEUE = "java.util.Deque"
_QUEUES = ("java.util.ArrayDeque", "java.util.PriorityQueue")
"""Those without `get`."""
Answers: TypeAlias = Sequence[tuple[Value, str]]
"""What stubs have returned: values, with their descriptors where these are primitive."""
_PRIMITIVES = {
    "boolean": "Z",
    "byte": "B",
    "char": "C",
    "short": "S",
    "int": "I",
    "long": "J",
    "float": "F",
    "double": "D",
}


def _as_object(text: str) -> str:
    """One more argument for a place of any type."""
    return f", (Object) ({text})" if text.startswith("-") else f", (Object) {text}"


class UnwritableError(Exception):
    """A heap that no Java code builds."""


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
    """`helpers` are those that the statements call, `members` classes that they use, by name, and
    `opened` the packages of the JDK that they look into."""

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
        self._lists_after = {} if of_jdk else listed(observed.output, after=True)
        self._inner = frozenset(ref for each in self._lists.values() for ref in each.inner)
        self._variables: dict[Ref, str] = {}
        self._plain: dict[Ref, PlainCall] = {}
        self._inline: set[Ref] = set()
        self._counts: dict[str, int] = {}
        self._has_stubs = False
        self.helpers: set[str] = set()
        self.members: dict[str, tuple[str, ...]] = {}
        self.opened: set[str] = set()

    def lines(self) -> list[str]:
        self._inline = {ref for ref, body in self._given.objects.items() if is_shared(body)}
        return [*self._building(), *self._calling(), *self._checks()]

    def statements(self) -> list[str]:
        """What builds the input and calls the method, and looks at nothing."""
        times = references_in(self._given)
        times.update(ref for value, _ in self._answers for ref in refs_in(value))
        self._inline = {
            ref
            for ref, body in self._given.objects.items()
            if is_shared(body) or (is_fresh(body) and times[ref] == 1)
        }
        return [*self._building(), f"{self._call()};"]

    def _building(self) -> list[str]:
        if self._recipe is not None:
            self._variables.update(self._recipe.names)
            self._counts.update(self._recipe.counts)
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

    def _reflects(self, helper: str, owner: str) -> None:
        self.helpers.add(helper)
        if owner.startswith("java."):
            self.opened.add(owner.rpartition(".")[0])

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
            elif ref in self._inline:
                self._variables[ref] = self._made(body)
            else:
                name = self._name(ref, body)
                made = self._made(body)
                if ref in self._lists:
                    made = made.replace("()", f"({self._lists[ref].room})")
                yield f"{self._type_name(body.class_name)} {name} = {made};"
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
                yield f"{self._type_name(body.class_name)} {self._name(ref, body)} = {made};"
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
            field, value = self._field(body.class_name, name), body.fields[name]
            cast = self._cast(value, field.source or "")
            cast = f"({field.source}) " if value is None and plain.others else cast
            texts.append(self._boxed(value) or cast + self._value(value, field.descriptor))
        return f"new {self._source(body.class_name)}({', '.join(texts)})"

    def _is_ready(self, ref: Ref, body: HeapObject) -> bool:
        plain = self._plain.get(ref)
        values = [body.fields[name] for name in (body.fields if plain is None else plain.fields)]
        return all(ref in self._variables for value in values for ref in refs_in(value))

    def _record(self, body: HeapObject) -> str:
        cls = body.class_name
        fields = [self._field(cls, key) for key in self._components(cls) or ()]
        values = [self._value(body.fields[each.name], each.descriptor) for each in fields]
        source = self._source(cls)
        if source is not None and all(each.source for each in fields):
            casts = [self._cast(body.fields[each.name], each.source or "") for each in fields]
            boxed = [self._boxed(body.fields[each.name]) for each in fields]
            texts = (
                box or cast + text for box, cast, text in zip(boxed, casts, values, strict=True)
            )
            return f"new {source}({', '.join(texts)})"
        self._reflects("call", cls)
        types = ", ".join(self._class_of(each.descriptor) for each in fields)
        rest = "".join(map(_as_object, values))
        return f'call(null, "{cls}", "<init>", new Class<?>[] {{{types}}}{rest})'

    def _class_of(self, descriptor: str) -> str:
        """The class object of a descriptor."""
        for name, letter in _PRIMITIVES.items():
            if letter == descriptor:
                return f"{name}.class"
        dimensions = len(descriptor) - len(descriptor.lstrip("["))
        rest = descriptor[dimensions:]
        plain = {letter: name for name, letter in _PRIMITIVES.items()}
        element = plain[rest] if rest in plain else rest[1:-1].replace("/", ".")
        cls = element + "[]" * dimensions
        source = self._source(cls)
        return f"{source}.class" if source is not None else self._type(cls)

    def _made(self, body: HeapObject) -> str:
        cls = body.class_name
        if cls == _STRING:
            text = body.fields["text"]
            assert isinstance(text, str)
            made = text_literal(text)
            return made if is_shared(body) else f"new String({made})"
        if cls in _BUILDERS:
            return f"new {cls.rpartition('.')[2]}({text_literal(str(body.fields['text']))})"
        if cls in BOXES:
            made = literal(body.fields["value"], BOXES[cls])
            is_boxed = is_shared(body) or is_fresh(body)
            return made if is_boxed else f"new {cls.rpartition('.')[2]}({made})"
        if cls.endswith("[]"):
            return self._new_array(cls, len(body.items or ()))
        if cls.endswith(_STUB):
            return self._stub(cls)
        access = self._classes.get(cls)
        if access is not None and access.is_enum:
            return self._constant(access, body.fields.get("ordinal"))
        if access is not None and access.source is not None and access.constructor:
            return f"new {access.source}()"
        self.helpers.add("make")
        if access is not None and access.source is not None:
            return f"make({access.source}.class)"
        return f"make({self._type(cls)})"

    def _new_array(self, cls: str, length: int) -> str:
        element = cls[:-2]
        source = self._source(element)
        if source is None:
            self.helpers.add("type")
            return f"java.lang.reflect.Array.newInstance({self._type(element)}, {length})"
        plain = source.rstrip("[]")
        return f"new {plain}[{length}]{source[len(plain) :]}"

    def _constant(self, access: ClassAccess, ordinal: Value) -> str:
        # A constant with a body of its own has a class of its own.
        family = re.sub(r"\$\d+$", "", access.name)
        named = self._classes.get(family)
        if named is not None and named.source is not None:
            return f"{named.source}.values()[{ordinal}]"
        return f"{self._type(family)}.getEnumConstants()[{ordinal}]"

    def _answering(self) -> Iterator[str]:
        """What stubs return, in the order of the calls."""
        if not self._has_stubs:
            return
        for value, descriptor in self._answers:
            yield f"answers.add({self._value(value, descriptor)});"

    def _stub(self, cls: str) -> str:
        self._has_stubs = True
        stubbed = cls.removesuffix(_STUB)
        source = self._source(stubbed)
        access = self._classes.get(stubbed)
        if access is None or access.is_interface:
            self.helpers.add("stub")
            return f"stub({self._type(stubbed) if source is None else f'{source}.class'}, answers)"
        if access.extension is None or source is None:
            raise UnwritableError(f"a class that extends {stubbed}")
        name = f"{source.replace('.', '_')}_any"
        self.helpers.add("make")
        self.members[name] = extending(name, source, access.extension)
        return f"{name}.answering(answers)"

    def _fillings(self) -> Iterator[str]:
        for ref, body in self._given.objects.items():
            if ref in self._inner:
                continue
            name, cls = self._variables[ref], body.class_name.removesuffix(_STUB)
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
            name, contents = self._variables[ref], self._lists[ref]
            for item in contents.items if contents.values is None else ():
                yield f"{name}.add({self._value(item, '')});"
            for item, value in zip(contents.items, contents.values or (), strict=False):
                yield f"{name}.put({self._value(item, '')}, {self._value(value, '')});"

    def _filled_array(self, name: str, cls: str, body: HeapObject) -> Iterator[str]:
        descriptor = _PRIMITIVES.get(cls[:-2], "")
        element = self._source(cls[:-2])
        for index, value in enumerate(body.items or ()):
            if value is None or (descriptor and not isinstance(value, float) and not value):
                continue  # the default
            text = self._value(value, descriptor)
            if element is not None:
                yield f"{name}[{index}] = {self._cast(value, element)}{text};"
            else:
                yield f"java.lang.reflect.Array.set({name}, {index}, {text});"

    def _assignment(self, name: str, cls: str, key: str, value: Value) -> str:
        field = self._field(cls, key)
        text = self._value(value, field.descriptor)
        if field.direct and field.source and self._source(cls) is not None:
            return f"{self._place(name, cls, key)} = {self._cast(value, field.source)}{text};"
        self._reflects("set", field.owner)
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
            receiver = self._boxed(root) or self._value(root, "")
        if access.direct and access.owner is not None:
            if method.name == "<init>":
                return f"new {access.owner}({', '.join(arguments)})"
            return f"{receiver or access.owner}.{method.name}({', '.join(arguments)})"
        self._reflects("call", method.class_name)
        types = ", ".join(
            f"{source}.class" if source is not None else self._type(name)
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
            boxed = self._boxed(value)
            if boxed:
                return boxed
        cast = self._cast(value, source) if source is not None and self._access.direct else ""
        return cast + self._value(value, descriptor)

    # -- the end

    def _checks(self) -> Iterator[str]:
        after = self._observed.output
        if self._observed.status is Status.RETURNED and (
            self._access.result != "V" or self._method.name == "<init>"
        ):
            descriptor = self._access.result if len(self._access.result) == 1 else ""
            is_typed = self._access.direct
            yield from self._check(
                "result", self._observed.value, descriptor.replace("V", ""), is_typed
            )
        waiting = list(self._variables)
        done: set[Ref] = set()
        while waiting or self._variables.keys() - done:
            if not waiting:
                waiting = [ref for ref in self._variables if ref not in done]
            ref = waiting.pop(0)
            if ref not in done and ref in after.objects:
                yield from self._check_object(ref, after.objects[ref])
            done.add(ref)

    def _check_object(self, ref: Ref, body: HeapObject) -> Iterator[str]:
        name, cls = self._variables[ref], body.class_name.removesuffix(_STUB)
        access = self._classes.get(cls)
        if ref in self._lists_after:
            yield from self._check_listed(name, cls, self._lists_after[ref])
            return
        if cls in _BUILDERS:
            yield f"assertEquals({text_literal(str(body.fields['text']))}, {name}.toString());"
            return
        if cls == _STRING or cls in BOXES or (access is not None and access.is_enum):
            return
        if cls.endswith("[]"):
            yield from self._check_items(name, cls, body)
            return
        for key, value in body.fields.items():
            field = self._field(cls, key)
            descriptor = field.descriptor if len(field.descriptor) == 1 else ""
            direct = field.direct and self._source(cls) is not None
            if direct:
                place = self._place(name, cls, key)
            else:
                self._reflects("get", field.owner)
                place = f'get({name}, "{field.owner}", "{field.name}")'
            yield from self._check(place, value, descriptor, direct)

    def _check_listed(self, name: str, cls: str, contents: Listed) -> Iterator[str]:
        yield f"assertEquals({len(contents.items)}, {name}.size());"
        if contents.values is not None or cls in SETS:
            yield from self._check_keyed(name, contents)
            return
        for index, value in enumerate(contents.items):
            place = f"{name}.toArray()[{index}]" if cls in _QUEUES else f"{name}.get({index})"
            yield from self._check(place, value, "", False)

    def _check_keyed(self, name: str, contents: Listed) -> Iterator[str]:
        """Of keys that the test can write."""
        for index, key in enumerate(contents.items):
            text = self._key(key)
            if text is not None and contents.values is None:
                yield f"assertTrue({name}.contains({text}));"
            elif text is not None and contents.values is not None:
                yield f"assertTrue({name}.containsKey({text}));"
                yield from self._check(f"{name}.get({text})", contents.values[index], "", False)

    def _key(self, key: Value) -> str | None:
        if not isinstance(key, Ref) or key in self._variables:
            return self._value(key, "")
        body = self._observed.output.objects[key]
        if body.class_name == _STRING:
            return text_literal(str(body.fields["text"]))
        if body.class_name in BOXES:
            return literal(body.fields["value"], BOXES[body.class_name])
        return None

    def _check_items(self, name: str, cls: str, body: HeapObject) -> Iterator[str]:
        typed = self._source(cls[:-2]) is not None
        length = f"{name}.length" if typed else f"java.lang.reflect.Array.getLength({name})"
        yield f"assertEquals({len(body.items or ())}, {length});"
        descriptor = _PRIMITIVES.get(cls[:-2], "")
        for index, value in enumerate(body.items or ()):
            place = f"{name}[{index}]"
            if not typed:
                place = f"java.lang.reflect.Array.get({name}, {index})"
            yield from self._check(place, value, descriptor, typed)

    def _check(self, place: str, value: Value, descriptor: str, typed: bool) -> Iterator[str]:
        """`typed` says that the expression has the type of its place, not just `Object`."""
        if descriptor == "Z" and typed:
            yield f"assert{'True' if value else 'False'}({place});"
        elif descriptor:
            yield f"assertEquals({literal(value, descriptor)}, {place});"
        elif value is None:
            yield f"assertNull({place});"
        elif isinstance(value, Named):
            yield f"assertSame({self._value(value, '')}, {place});"
        elif isinstance(value, Ref) and value in self._variables:
            yield f"assertSame({self._variables[value]}, {place});"
        elif isinstance(value, Ref):
            yield from self._check_new(place, value)

    def _check_new(self, place: str, ref: Ref) -> Iterator[str]:
        body = self._observed.output.objects[ref]
        cls = body.class_name
        access = self._classes.get(cls)
        if cls == _STRING:
            text = body.fields["text"]
            assert isinstance(text, str)
            yield f"assertEquals({text_literal(text)}, {place});"
        elif cls in BOXES:
            box = f"{cls.rpartition('.')[2]}.valueOf({literal(body.fields['value'], BOXES[cls])})"
            yield f"assertEquals({box}, {place});"
        elif access is not None and access.is_enum:
            yield f"assertSame({self._constant(access, body.fields.get('ordinal'))}, {place});"
        elif cls.endswith("$$Lambda"):
            yield f"assertNotNull({place});"
        else:
            known = list(self._variables.values())
            type_ = self._type_name(cls)
            name = self._name(ref, body)
            yield f"{type_} {name} = {'' if type_ == 'Object' else f'({type_}) '}{place};"
            self.helpers.add("isNew")
            yield f"isNew({text_literal(cls)}, {name}, new Object[] {{{', '.join(known)}}});"

    # -- names

    def _name(self, ref: Ref, body: HeapObject) -> str:
        stem = stem_of(body.class_name.removesuffix(_STUB))
        self._counts[stem] = self._counts.get(stem, 0) + 1
        self._variables[ref] = f"{stem}{self._counts[stem]}"
        return self._variables[ref]

    def _source(self, cls: str) -> str | None:
        """How the test names a type, if it can."""
        element = cls.replace("[]", "")
        if element in _PRIMITIVES:
            return cls
        access = self._classes.get(element)
        source = access.source if access is not None else None
        return None if source is None else source + cls[len(element) :]

    def _type_name(self, cls: str) -> str:
        return self._source(cls.removesuffix(_STUB)) or "Object"

    def _type(self, cls: str) -> str:
        """The class object, found by name."""
        self.helpers.add("type")
        dimensions = cls.count("[]")
        element = cls.replace("[]", "")
        if dimensions:
            letter = _PRIMITIVES.get(element, f"L{element};")
            return f'type("{"[" * dimensions}{letter}")'
        return f'type("{cls}")'

    def _field(self, cls: str, key: str) -> FieldAccess:
        access = self._classes.get(cls)
        found = access.fields.get(key) if access is not None else None
        assert found is not None, f"no field {key} in {cls}"
        return found

    def _place(self, name: str, cls: str, key: str) -> str:
        field = self._field(cls, key)
        if field.owner == cls or key == field.name:
            return f"{name}.{field.name}"
        return f"(({self._source(field.owner)}) {name}).{field.name}"

    def _cast(self, value: Value, source: str) -> str:
        """Before a variable whose class the test cannot name: it is declared as `Object`."""
        if not isinstance(value, Ref) or source == "Object":
            return ""
        cls = self._given.objects[value].class_name.removesuffix(_STUB)
        return "" if self._source(cls) is not None else f"({source}) "

    def _boxed(self, value: Value) -> str:
        """A box that the compiler must not take for a number; empty if it is none."""
        if not isinstance(value, Ref) or value not in self._inline:
            return ""
        cls = self._given.objects[value].class_name
        name = cls.rpartition(".")[2]
        return f"{name}.valueOf({self._variables[value]})" if cls in BOXES else ""

    def _value(self, value: Value, descriptor: str) -> str:
        if len(descriptor) == 1:
            return literal(value, descriptor)
        if value is None:
            return "null"
        if isinstance(value, Ref):
            return self._variables[value]
        assert isinstance(value, Named)
        if value.text.endswith(".class"):
            cls = value.text.removesuffix(".class")
            if cls.endswith(_STUB):
                raise UnwritableError("the class of a stub")
            source = self._source(cls)
            return f"{source}.class" if source is not None else self._type(cls)
        owner, _, name = value.text.rpartition(".")
        source = self._source(owner)
        if source is not None:
            return f"{source}.{name}"
        self._reflects("get", owner)
        return f'get(null, "{owner}", "{name}")'
