"""What a JUnit test asserts of the result, and of every object that it can reach afterwards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from heapwise.results import HeapObject, Named, Ref, Value
from heapwise.testgen.cpython_replay import Observation, Status
from heapwise.testgen.java.access import ClassAccess, MethodAccess
from heapwise.testgen.java.junit_names import PRIMITIVES, STUB, JavaNames
from heapwise.testgen.java.jvm import JavaMethod
from heapwise.testgen.java.listed_items import SETS, Listed
from heapwise.testgen.java.literals import BOXES, literal, text_literal

STRING = "java.lang.String"
BUILDERS = ("java.lang.StringBuilder", "java.lang.StringBuffer")
_QUEUES = ("java.util.ArrayDeque", "java.util.PriorityQueue")
"""Those without `get`."""


class Checks:
    """Of what was `observed`, by the names that the test has; `lists` are the lists then."""

    def __init__(
        self,
        names: JavaNames,
        method: JavaMethod,
        access: MethodAccess,
        observed: Observation,
        classes: Mapping[str, ClassAccess],
        lists: Mapping[Ref, Listed],
    ) -> None:
        self._names = names
        self._method = method
        self._access = access
        self._observed = observed
        self._classes = classes
        self._lists = lists

    def lines(self) -> Iterator[str]:
        after = self._observed.output
        if self._observed.status is Status.RETURNED and (
            self._access.result != "V" or self._method.name == "<init>"
        ):
            descriptor = self._access.result if len(self._access.result) == 1 else ""
            is_typed = self._access.direct
            yield from self._check(
                "result", self._observed.value, descriptor.replace("V", ""), is_typed
            )
        waiting = list(self._names.variables)
        done: set[Ref] = set()
        while waiting or self._names.variables.keys() - done:
            if not waiting:
                waiting = [ref for ref in self._names.variables if ref not in done]
            ref = waiting.pop(0)
            if ref not in done and ref in after.objects:
                yield from self._check_object(ref, after.objects[ref])
            done.add(ref)

    def _check_object(self, ref: Ref, body: HeapObject) -> Iterator[str]:
        name, cls = self._names.variables[ref], body.class_name.removesuffix(STUB)
        access = self._classes.get(cls)
        if ref in self._lists:
            yield from self._check_listed(name, cls, self._lists[ref])
            return
        if cls in BUILDERS:
            yield f"assertEquals({text_literal(str(body.fields['text']))}, {name}.toString());"
            return
        if cls == STRING or cls in BOXES or (access is not None and access.is_enum):
            return
        if cls.endswith("[]"):
            yield from self._check_items(name, cls, body)
            return
        for key, value in body.fields.items():
            field = self._names.field(cls, key)
            descriptor = field.descriptor if len(field.descriptor) == 1 else ""
            direct = field.direct and self._names.source(cls) is not None
            if direct:
                place = self._names.place(name, cls, key)
            else:
                self._names.reflects("get", field.owner)
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
        if not isinstance(key, Ref) or key in self._names.variables:
            return self._names.value(key, "")
        body = self._observed.output.objects[key]
        if body.class_name == STRING:
            return text_literal(str(body.fields["text"]))
        if body.class_name in BOXES:
            return literal(body.fields["value"], BOXES[body.class_name])
        return None

    def _check_items(self, name: str, cls: str, body: HeapObject) -> Iterator[str]:
        typed = self._names.source(cls[:-2]) is not None
        length = f"{name}.length" if typed else f"java.lang.reflect.Array.getLength({name})"
        yield f"assertEquals({len(body.items or ())}, {length});"
        descriptor = PRIMITIVES.get(cls[:-2], "")
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
            yield f"assertSame({self._names.value(value, '')}, {place});"
        elif isinstance(value, Ref) and value in self._names.variables:
            yield f"assertSame({self._names.variables[value]}, {place});"
        elif isinstance(value, Ref):
            yield from self._check_new(place, value)

    def _check_new(self, place: str, ref: Ref) -> Iterator[str]:
        body = self._observed.output.objects[ref]
        cls = body.class_name
        access = self._classes.get(cls)
        if cls == STRING:
            text = body.fields["text"]
            assert isinstance(text, str)
            yield f"assertEquals({text_literal(text)}, {place});"
        elif cls in BOXES:
            box = f"{cls.rpartition('.')[2]}.valueOf({literal(body.fields['value'], BOXES[cls])})"
            yield f"assertEquals({box}, {place});"
        elif access is not None and access.is_enum:
            constant = self._names.constant(access, body.fields.get("ordinal"))
            yield f"assertSame({constant}, {place});"
        elif cls.endswith("$$Lambda"):
            yield f"assertNotNull({place});"
        else:
            known = list(self._names.variables.values())
            type_ = self._names.type_name(cls)
            name = self._names.name(ref, body)
            yield f"{type_} {name} = {'' if type_ == 'Object' else f'({type_}) '}{place};"
            self._names.helpers.add("isNew")
            yield f"isNew({text_literal(cls)}, {name}, new Object[] {{{', '.join(known)}}});"
