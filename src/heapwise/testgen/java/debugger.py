"""Follows runs in a JVM line by line, as a debugger does (the Java Debug Wire Protocol).

The JVM connects to a port of ours. At every line of the classes that are of interest it stops: the
variables of that moment are read, and `heapwise.replay.Steps` is called in the JVM for the heap
that they lead to. Whatever goes wrong ends the connection: then the JVM runs on by itself.
"""

from __future__ import annotations

import contextlib
import json
import socket
import struct
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from heapwise.results import Heap, Value
from heapwise.results.heap import heap_from_json
from heapwise.results.illustration import Step

_HANDSHAKE = b"JDWP-Handshake"
_REPLY = 0x80
_STEPS = "Lheapwise/replay/Steps;"
_OBJECTS = "[Ljava/lang/Object;"
_SINGLE_STEP, _BREAKPOINT, _CLASS_PREPARE, _VM_START, _VM_DEATH = 1, 2, 8, 90, 99
_COUNT, _CLASS_MATCH, _CLASS_EXCLUDE, _LOCATION, _STEP = 1, 5, 6, 7, 10
_SUSPEND_ALL = 2
_SINGLE_THREADED = 1
_PLAIN = {"Z": "?", "B": "b", "C": "H", "S": "h", "I": "i", "J": "q", "F": "f", "D": "d"}
_PLATFORM = ("java.*", "javax.*", "jdk.*", "sun.*", "com.sun.*", "heapwise.replay.*")
_REFLECTION = ("java.lang.reflect.", "jdk.internal.reflect.", "java.lang.invoke.")
_MOST_OBJECTS = 200
_MOST_STOPS = 2_000
_MOST_BYTES = 1 << 24


class Variable(NamedTuple):
    """A local variable, by the first letter of its descriptor and its slot in the frame."""

    name: str
    letter: str
    slot: int


class Moment(NamedTuple):
    """Where a run is. The file is empty for that of the target."""

    file: str
    line: int
    function: str
    variables: Sequence[Variable]


Look = Callable[[str, str, str, int], Moment | None]
"""What is known of an internal class name, a method's name and descriptor, and a bytecode index."""


class _DebuggerError(Exception):
    """The JVM has said no, or something that nobody understands."""


@dataclass(slots=True)
class Recording:
    """The steps of one run: at most `most`, in classes whose names begin with `within`, or in all
    that are not of the JDK."""

    look: Look
    most: int
    within: str = ""
    steps: list[Step] = field(default_factory=list)
    stops: int = 0


class Debugger:
    """Listens on `port` of this machine. While `recording` is set, runs are written down in it. It
    has `lost` a JVM that was connected, and may still run."""

    def __init__(self) -> None:
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listening.getsockname()[1]
        self.recording: Recording | None = None
        self.lost = False
        threading.Thread(target=self._serve, daemon=True).start()

    def close(self) -> None:
        # A thread that waits in accept() does not hear of a socket that is only closed.
        with contextlib.suppress(OSError):
            self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()

    def _serve(self) -> None:
        while True:
            try:
                connection, _ = self._listening.accept()
            except OSError:
                return
            with connection, contextlib.suppress(OSError):
                try:
                    _Session(connection, self).serve()
                except (_DebuggerError, struct.error, ValueError, LookupError):
                    self.lost = True


class _Reader:
    """The data of a packet, read from its start."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def number(self, form: str) -> int:
        found: int = struct.unpack_from(">" + form, self._data, self._at)[0]
        self._at += struct.calcsize(form)
        return found

    def id(self, size: int) -> bytes:
        found = self._data[self._at : self._at + size]
        self._at += size
        return found

    def text(self) -> str:
        return self.id(self.number("i")).decode("utf-8", "replace")


class _Session:
    """One JVM."""

    def __init__(self, connection: socket.socket, debugger: Debugger) -> None:
        self._connection = connection
        self._debugger = debugger
        self._next = 0
        self._events: list[_Reader] = []
        self._waiting: int | None = None
        self._classes: dict[bytes, tuple[str, dict[bytes, tuple[str, str]]]] = {}
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        connection.sendall(_HANDSHAKE)
        if self._exactly(len(_HANDSHAKE)) != _HANDSHAKE:
            raise _DebuggerError
        sizes = self._ask(1, 7)
        names = ("field", "method", "object", "type", "frame")
        self._size = {name: sizes.number("i") for name in names}

    def serve(self) -> None:
        while True:
            event = self._events.pop(0) if self._events else self._packet()[1]
            event.number("b")  # the policy: ours is always to stop everything
            for _ in range(event.number("i")):
                kind = event.number("b")
                event.number("i")
                if kind == _VM_DEATH:
                    return
                thread = event.id(self._size["object"])
                if kind == _VM_START:
                    self._want_class()
                elif kind == _CLASS_PREPARE:
                    event.number("b")
                    self._prepared(event.id(self._size["type"]))
                    event.text()
                    event.number("i")
                elif kind in (_BREAKPOINT, _SINGLE_STEP):
                    cls, method, index = self._location(event)
                    self._stopped(thread, kind, cls, method, index)
            self._ask(1, 9)

    # -- what the run has come to

    def _want_class(self) -> None:
        name = _STEPS[1:-1].replace("/", ".")
        self._request(_CLASS_PREPARE, [struct.pack(">b", _CLASS_MATCH) + _text(name)])

    def _prepared(self, cls: bytes) -> None:
        self._steps = cls
        self._array = self._class(_OBJECTS)
        methods = {name: each for each, (name, _) in self._methods(cls)[1].items()}
        self._heap, self._ended = methods["heap"], methods["ended"]
        for name in ("begun", "ended"):
            location = struct.pack(">bb", _LOCATION, 1) + cls + methods[name] + bytes(8)
            self._request(_BREAKPOINT, [location])

    def _stopped(self, thread: bytes, kind: int, cls: bytes, method: bytes, index: int) -> None:
        recording = self._debugger.recording
        if kind == _BREAKPOINT and method == self._ended:
            self._clear()
            return
        if recording is None:
            return
        if kind == _SINGLE_STEP:
            self._waiting = None
            if not self._recorded(recording, thread, cls, method, index):
                return
        step = struct.pack(">b", _STEP) + thread + struct.pack(">ii", 1, 0)
        modifiers = [step]
        if recording.within:
            modifiers.append(struct.pack(">b", _CLASS_MATCH) + _text(recording.within + "*"))
        else:
            modifiers += [struct.pack(">b", _CLASS_EXCLUDE) + _text(each) for each in _PLATFORM]
        modifiers.append(struct.pack(">bi", _COUNT, 1))
        self._waiting = self._request(_SINGLE_STEP, modifiers)

    def _clear(self) -> None:
        """No step more, if one is awaited."""
        if self._waiting is not None:
            self._ask(15, 2, struct.pack(">bi", _SINGLE_STEP, self._waiting))
            self._waiting = None

    def _recorded(
        self, recording: Recording, thread: bytes, cls: bytes, method: bytes, index: int
    ) -> bool:
        """Whether more is wanted."""
        recording.stops += 1
        if len(recording.steps) >= recording.most or recording.stops > _MOST_STOPS:
            return False
        if recording.within and not self._is_called_directly(thread, recording.within):
            return True
        signature, methods = self._methods(cls)
        name, descriptor = methods.get(method, ("", ""))
        moment = recording.look(signature[1:-1], name, descriptor, index)
        if moment is None:
            return True
        heap = self._moment(thread, moment.variables)
        if len(heap.objects) > _MOST_OBJECTS:
            return False
        recording.steps.append(Step(moment.line, heap, moment.function, moment.file))
        return True

    def _is_called_directly(self, thread: bytes, within: str) -> bool:
        """Only by methods of these classes: the JDK uses its own classes for other things too."""
        frames = self._ask(11, 6, thread + struct.pack(">ii", 0, -1))
        below = ""
        for _ in range(frames.number("i")):
            frames.id(self._size["frame"])
            cls, _, _ = self._location(frames)
            below = self._methods(cls)[0][1:-1].replace("/", ".")
            if not below.startswith(within):
                break
        return below.startswith(_REFLECTION)

    def _moment(self, thread: bytes, variables: Sequence[Variable]) -> Heap:
        frame = self._ask(11, 6, thread + struct.pack(">ii", 0, 1))
        frame.number("i")
        here = thread + frame.id(self._size["frame"])
        asked = struct.pack(">i", len(variables)) + b"".join(
            struct.pack(">i", each.slot) + each.letter.encode() for each in variables
        )
        values = self._ask(16, 1, here + asked)
        values.number("i")
        found = [self._value(values) for _ in variables]
        objects = [each for each in found if isinstance(each, bytes)]
        seen = json.loads(self._heap_of(thread, objects))
        names = iter(seen["values"])
        whole = {
            "roots": {
                variable.name: next(names) if isinstance(value, bytes) else _as_json(value)
                for variable, value in zip(variables, found, strict=True)
            },
            "objects": seen["objects"],
        }
        return heap_from_json(whole)

    def _heap_of(self, thread: bytes, objects: Sequence[bytes]) -> str:
        count = struct.pack(">i", len(objects))
        made = self._ask(4, 1, self._array + count)
        made.number("b")
        array = made.id(self._size["object"])
        if objects:
            self._ask(13, 3, array + struct.pack(">i", 0) + count + b"".join(objects))
        call = self._steps + thread + self._heap + struct.pack(">ib", 1, ord("[")) + array
        answer = self._ask(3, 3, call + struct.pack(">i", _SINGLE_THREADED))
        answer.number("b")
        return self._ask(10, 1, answer.id(self._size["object"])).text()

    def _value(self, values: _Reader) -> Value | bytes:
        """A number, or the name of an object in the protocol."""
        letter = chr(values.number("B"))
        if letter in _PLAIN:
            return values.number(_PLAIN[letter])
        return values.id(self._size["object"])

    # -- the protocol

    def _location(self, event: _Reader) -> tuple[bytes, bytes, int]:
        event.number("b")
        return event.id(self._size["type"]), event.id(self._size["method"]), event.number("q")

    def _class(self, signature: str) -> bytes:
        found = self._ask(1, 2, _text(signature))
        if not found.number("i"):
            raise _DebuggerError
        found.number("b")
        return found.id(self._size["type"])

    def _methods(self, cls: bytes) -> tuple[str, dict[bytes, tuple[str, str]]]:
        """The signature of a class; names and descriptors of its methods."""
        if cls not in self._classes:
            signature = self._ask(2, 1, cls).text()
            answer = self._ask(2, 5, cls)
            methods = {}
            for _ in range(answer.number("i")):
                method = answer.id(self._size["method"])
                methods[method] = answer.text(), answer.text()
                answer.number("i")
            self._classes[cls] = signature, methods
        return self._classes[cls]

    def _request(self, kind: int, modifiers: Sequence[bytes]) -> int:
        head = struct.pack(">bbi", kind, _SUSPEND_ALL, len(modifiers))
        return self._ask(15, 1, head + b"".join(modifiers)).number("i")

    def _ask(self, group: int, command: int, data: bytes = b"") -> _Reader:
        self._next += 1
        head = struct.pack(">iiBBB", 11 + len(data), self._next, 0, group, command)
        self._connection.sendall(head + data)
        while True:
            answers, packet = self._packet()
            if answers == self._next:
                return packet
            self._events.append(packet)

    def _packet(self) -> tuple[int, _Reader]:
        """What has come: the number of the question that it answers, 0 for an event."""
        length, number, flags, code = struct.unpack(">iiBH", self._exactly(11))
        if not 11 <= length <= _MOST_BYTES:
            raise _DebuggerError
        data = self._exactly(length - 11)
        if flags & _REPLY:
            if code:
                raise _DebuggerError(code)
            return number, _Reader(data)
        return 0, _Reader(data)

    def _exactly(self, length: int) -> bytes:
        data = bytearray()
        while len(data) < length:
            part = self._connection.recv(length - len(data))
            if not part:
                raise ConnectionError("the JVM has gone")
            data += part
        return bytes(data)


def _text(text: str) -> bytes:
    data = text.encode()
    return struct.pack(">i", len(data)) + data


def _as_json(value: Value | bytes) -> object:
    return {"float": repr(value)} if isinstance(value, float) else value
