"""Methods in bytecode for the instructions that need something around them.

`cases` uses every instruction that `java_methods` does not: constants, local variables, the stack,
arrays, fields, calls, jumps, types and exceptions. `classes` adds the classes that they mention.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from heapwise.frontends.java.classfile.assembler import (
    ABSTRACT,
    INTERFACE,
    PRIVATE,
    PUBLIC,
    STATIC,
    ClassText,
    FieldText,
    Handler,
    Instruction,
    MethodText,
)
from java_methods import INTS, LETTER, VALUES, decided, push

OPS = "gen/Ops"
"""The class of all methods."""


def _constants() -> Iterator[MethodText]:
    # First in the class, while the numbers of constants fit into a byte.
    yield MethodText("ldc_int", "()I", [("ldc", ("int", -123456789)), ("ireturn",)])
    yield MethodText("ldc_float", "()F", [("ldc", ("float", -0.0)), ("freturn",)])
    for kind, names in (
        ("I", [f"iconst_{n}" for n in ("m1", *range(6))]),
        ("J", ["lconst_0", "lconst_1"]),
        ("F", ["fconst_0", "fconst_1", "fconst_2"]),
        ("D", ["dconst_0", "dconst_1"]),
    ):
        for name in names:
            yield MethodText(f"{name}_", f"(){kind}", [(name,), (f"{LETTER[kind]}return",)])
    yield MethodText("aconst_null_", "()Ljava/lang/Object;", [("aconst_null",), ("areturn",)])
    for value in (-128, -1, 127):
        yield MethodText(f"bipush_{value + 128}", "()I", [("bipush", value), ("ireturn",)])
    for value in (-32768, -1, 32767):
        yield MethodText(f"sipush_{value + 32768}", "()I", [("sipush", value), ("ireturn",)])
    text = [("ldc_w", ("string", "caf\u00e9\0\U0001f600")), ("areturn",)]
    yield MethodText("ldc_string", "()Ljava/lang/String;", text)
    same = decided([("ldc_w", ("string", "x")), ("ldc_w", ("string", "x"))], "if_acmpeq", 0)
    yield MethodText("ldc_interned", "()I", [*same, ("ireturn",)])
    yield MethodText(
        "ldc_class", "()Ljava/lang/Class;", [("ldc_w", ("class", "gen/Cell")), ("areturn",)]
    )


def _locals() -> Iterator[MethodText]:
    """Every way to read and write a local variable: short, plain and wide."""
    for kind in "IJFD":
        letter = LETTER[kind]
        value = VALUES[kind][-2]
        for slot in (0, 1, 2, 3, 5, 300):
            if slot < 4:
                move: list[Instruction] = [(f"{letter}store_{slot}",), (f"{letter}load_{slot}",)]
            elif slot < 256:
                move = [(f"{letter}store", slot), (f"{letter}load", slot)]
            else:
                move = [("wide", f"{letter}store", slot), ("wide", f"{letter}load", slot)]
            code = [push(kind, value), *move, (f"{letter}return",)]
            yield MethodText(f"{letter}local_{slot}", f"(){kind}", code)
    for slot in (0, 1, 2, 3, 7, 400):
        if slot < 4:
            move = [(f"astore_{slot}",), (f"aload_{slot}",)]
        elif slot < 256:
            move = [("astore", slot), ("aload", slot)]
        else:
            move = [("wide", "astore", slot), ("wide", "aload", slot)]
        code = [("aload_0",), *move, ("areturn",)]
        yield MethodText(f"alocal_{slot}", "(Lgen/Cell;)Lgen/Cell;", code)
    plain: list[Instruction] = [("iinc", 0, -128), ("iinc", 0, 127), ("iload_0",), ("ireturn",)]
    yield MethodText("iinc_plain", "(I)I", plain)
    wide: list[Instruction] = [("wide", "iinc", 0, 32767), ("iload_0",), ("ireturn",)]
    yield MethodText("iinc_wide", "(I)I", wide)
    last = [push("I", INTS[-1]), ("istore", 9), ("iinc", 9, 1), ("iload", 9), ("ireturn",)]
    yield MethodText("iinc_wraps", "()I", last)


def _stack() -> Iterator[MethodText]:
    """What is left on the stack is folded into one number, weighted by its place."""

    def ints(name: str, shuffle: Sequence[Instruction], left: int) -> MethodText:
        code: list[Instruction] = [("iload_0",), ("iload_1",), ("iload_2",), ("bipush", 5)]
        code += shuffle
        for _ in range(left - 1):
            code += [("bipush", 31), ("imul",), ("iadd",)]
        return MethodText(name, "(III)I", [*code, ("ireturn",)])

    yield ints("pop_", [("pop",)], 3)
    yield ints("pop2_", [("pop2",)], 2)
    yield ints("dup_", [("dup",)], 5)
    yield ints("dup_x1_", [("dup_x1",)], 5)
    yield ints("dup_x2_", [("dup_x2",)], 5)
    yield ints("dup2_", [("dup2",)], 6)
    yield ints("dup2_x1_", [("dup2_x1",)], 6)
    yield ints("dup2_x2_", [("dup2_x2",)], 6)
    yield ints("swap_", [("swap",)], 4)
    fold: list[Instruction] = [("ldc2_w", ("long", 31)), ("lmul",), ("ladd",)]
    mixed: list[Instruction] = [("l2i",), ("iadd",), ("i2l",)]
    two: list[Instruction] = [("iconst_3",), ("iconst_4",)]
    longs: list[tuple[str, list[Instruction]]] = [
        ("dup2_long", [("lload_0",), ("dup2",), *fold]),
        ("pop2_long", [("lload_0",), ("lload_2",), ("pop2",)]),
        ("dup2_x2_long", [("lload_0",), ("lload_2",), ("dup2_x2",), *fold, *fold]),
        (
            "dup2_x1_long",
            [("iconst_3",), ("lload_0",), ("dup2_x1",), ("l2i",), ("iadd",), ("i2l",), *fold],
        ),
        (
            "dup_x2_long",
            [("lload_0",), ("iconst_3",), ("dup_x2",), ("i2l",), *fold, *mixed],
        ),
        (
            "dup2_x2_ints_over_long",
            [
                ("lload_0",),
                *two,
                ("dup2_x2",),
                ("iadd",),
                ("i2l",),
                *fold,
                ("l2i",),
                *mixed[1:2],
                *mixed[1:],
            ],
        ),
    ]
    for name, code in longs:
        yield MethodText(name, "(JJ)J", [*code, ("lreturn",)])


def _arrays() -> Iterator[MethodText]:
    for name, letter, kind, push_value in (
        ("boolean", "b", "Z", [("iconst_1",)]),
        ("byte", "b", "B", [push("I", 0x1FF)]),
        ("char", "c", "C", [push("I", -1)]),
        ("short", "s", "S", [push("I", 0x18000)]),
        ("int", "i", "I", [push("I", -5)]),
        ("long", "l", "J", [push("J", -(2**40))]),
        ("float", "f", "F", [push("F", math.nan)]),
        ("double", "d", "D", [push("D", -0.0)]),
    ):
        result = kind if kind in "JFD" else "I"
        store: list[Instruction] = [("iconst_3",), ("newarray", name), ("astore_1",)]
        store += [("aload_1",), ("iload_0",)]
        store += [*push_value, (f"{letter}astore",), ("aload_1",), ("areturn",)]
        yield MethodText(f"{letter}astore_{name}", f"(I)[{kind}", store)
        read: list[Instruction] = [("aload_0",), ("iload_1",), (f"{letter}aload",)]
        read += [(f"{ {'J': 'l', 'F': 'f', 'D': 'd'}.get(kind, 'i') }return",)]
        yield MethodText(f"{letter}aload_{name}", f"([{kind}I){result}", read)
    yield MethodText("arraylength_", "([I)I", [("aload_0",), ("arraylength",), ("ireturn",)])
    sized = [("iload_0",), ("newarray", "int"), ("arraylength",), ("ireturn",)]
    yield MethodText("newarray_size", "()I", [push("I", -1), *sized[1:]])
    objects: list[Instruction] = [("iconst_2",), ("anewarray", "gen/Cell"), ("areturn",)]
    yield MethodText("anewarray_", "()[Lgen/Cell;", objects)
    stored: list[Instruction] = [("aload_0",), ("iconst_0",), ("aload_1",), ("aastore",)]
    stored += [("aload_0",), ("iconst_0",), ("aaload",), ("areturn",)]
    yield MethodText("aastore_", "([Lgen/Cell;Lgen/Cell;)Lgen/Cell;", stored)
    wrong: list[Instruction] = [
        ("iconst_1",),
        ("anewarray", "gen/Cell"),
        ("checkcast", "[Ljava/lang/Object;"),
    ]
    wrong += [("iconst_0",), ("ldc_w", ("string", "no cell")), ("aastore",), ("iconst_0",)]
    yield MethodText("aastore_of_another_class", "()I", [*wrong, ("ireturn",)])
    grid: list[Instruction] = [("iconst_2",), ("iconst_3",), ("multianewarray", "[[J", 2)]
    yield MethodText("multianewarray_", "()[[J", [*grid, ("areturn",)])
    partly: list[Instruction] = [("iconst_2",), ("iconst_1",), ("multianewarray", "[[[I", 2)]
    yield MethodText("multianewarray_partly", "()[[[I", [*partly, ("areturn",)])
    negative: list[Instruction] = [("iconst_0",), ("iconst_m1",), ("multianewarray", "[[I", 2)]
    yield MethodText("multianewarray_negative", "()[[I", [*negative, ("areturn",)])


def _fields() -> Iterator[MethodText]:
    for kind, load in (
        *(("Z", "iload_1"), ("B", "iload_1"), ("C", "iload_1"), ("S", "iload_1")),
        *(("I", "iload_1"), ("J", "lload_1"), ("F", "fload_1"), ("D", "dload_1")),
    ):
        name = f"field{kind}"
        given = kind if kind in "IJFD" else "I"
        if kind == "Z":
            given = "Z"
        code: list[Instruction] = [("aload_0",), (load,), ("putfield", "gen/Cell", name, kind)]
        code += [("aload_0",), ("getfield", "gen/Cell", name, kind)]
        result = {"J": "l", "F": "f", "D": "d"}.get(kind, "i")
        out = given if given != "Z" else "I"
        yield MethodText(
            f"putfield_{kind}", f"(Lgen/Cell;{given}){out}", [*code, (f"{result}return",)]
        )
        static: list[Instruction] = [
            (load.replace("_1", "_0"),),
            ("putstatic", OPS, f"static{kind}", kind),
        ]
        static += [("getstatic", OPS, f"static{kind}", kind), (f"{result}return",)]
        yield MethodText(f"putstatic_{kind}", f"({given}){out}", static)
    link: list[Instruction] = [
        ("aload_0",),
        ("aload_1",),
        ("putfield", "gen/Cell", "next", "Lgen/Cell;"),
    ]
    link += [("aload_1",), ("getfield", "gen/Cell", "next", "Lgen/Cell;"), ("areturn",)]
    yield MethodText("putfield_reference", "(Lgen/Cell;Lgen/Cell;)Lgen/Cell;", link)


def _calls() -> Iterator[MethodText]:
    cell = "Lgen/Cell;"
    made: list[Instruction] = [
        ("new", "gen/Cell"),
        ("dup",),
        ("invokespecial", "gen/Cell", "<init>", "()V"),
    ]
    yield MethodText("new_", f"(){cell}", [*made, ("areturn",)])
    virtual: list[Instruction] = [
        ("aload_0",),
        ("iload_1",),
        ("invokevirtual", "gen/Cell", "speak", "(I)I"),
    ]
    yield MethodText("invokevirtual_", f"({cell}I)I", [*virtual, ("ireturn",)])
    face: list[Instruction] = [
        ("aload_0",),
        ("iload_1",),
        ("invokeinterface", "gen/Face", "speak", "(I)I", 2),
    ]
    yield MethodText("invokeinterface_", "(Lgen/Face;I)I", [*face, ("ireturn",)])
    static: list[Instruction] = [
        ("iload_0",),
        ("lload_1",),
        ("invokestatic", OPS, "helper", "(IJ)J"),
    ]
    yield MethodText("invokestatic_", "(IJ)J", [*static, ("lreturn",)])
    yield MethodText(
        "helper", "(IJ)J", [("iload_0",), ("i2l",), ("lload_1",), ("lsub",), ("lreturn",)]
    )
    above: list[Instruction] = [
        ("aload_0",),
        ("iload_1",),
        ("invokevirtual", "gen/Special", "above", "(I)I"),
    ]
    yield MethodText("invokespecial_", "(Lgen/Special;I)I", [*above, ("ireturn",)])


def _missing() -> Iterator[MethodText]:
    """Fields and methods that are not there: an error where they are used. What follows is never
    run, but it is there."""
    cell = "Lgen/Cell;"
    for kind in (*"IJFD", cell):
        letter = LETTER.get(kind, "a")
        given: Instruction = ("aload_0",) if kind == cell else push(kind, VALUES[kind][-2])
        name = letter if kind != cell else "reference"
        after: list[Instruction] = [(f"{letter}return",)]
        if kind != cell:
            after.insert(0, (f"{letter}neg",))
        uses: dict[str, list[Instruction]] = {
            "getfield": [("aload_0",), ("getfield", "gen/Cell", "none", kind)],
            "getstatic": [("getstatic", OPS, "none", kind)],
            "putfield": [("aload_0",), given, ("putfield", "gen/Cell", "none", kind), given],
            "putstatic": [given, ("putstatic", OPS, "none", kind), given],
            "invokestatic": [given, ("invokestatic", OPS, "none", f"({kind}){kind}")],
            "invokevirtual": [
                ("aload_0",),
                given,
                ("invokevirtual", "gen/Cell", "none", f"({kind}){kind}"),
            ],
        }
        for use, code in uses.items():
            yield MethodText(f"{use}_missing_{name}", f"({cell}){kind}", [*code, *after])


def _library() -> Iterator[MethodText]:
    """What a compiler would refuse or compute itself."""
    exception = "java/lang/Exception"
    made: list[Instruction] = [
        ("new", exception),
        ("dup",),
        ("invokespecial", exception, "<init>", "()V"),
    ]
    suppress = ("invokevirtual", exception, "addSuppressed", "(Ljava/lang/Throwable;)V")
    yield MethodText("suppress_itself", "()V", [*made, ("dup",), suppress, ("return",)])
    yield MethodText("suppress_null", "()V", [*made, ("aconst_null",), suppress, ("return",)])
    for truth in ("TRUE", "FALSE"):
        box: Instruction = ("getstatic", "java/lang/Boolean", truth, "Ljava/lang/Boolean;")
        yield MethodText(f"boolean_{truth}", "()Ljava/lang/Boolean;", [box, ("areturn",)])
    for name in ("toUpperCase", "toLowerCase", "toTitleCase"):
        for letter in (ord("a"), ord("Z"), 0x1C6, 0x10428, 0x10FFFF, 0x110000, -1):
            changed: list[Instruction] = [push("I", letter)]
            changed += [("invokestatic", "java/lang/Character", name, "(I)I"), ("ireturn",)]
            yield MethodText(f"{name}_{letter & 0xFFFFFF}", "()I", changed)
    limits = {
        "acos": [2.0],
        "asin": [-2.0],
        "cos": [math.inf],
        "cosh": [1000.0, -1000.0, -math.inf],
        "exp": [1000.0, -math.inf],
        "expm1": [1000.0, math.inf],
        "log": [0.0, -0.0, -1.0],
        "log10": [0.0, -1.0],
        "log1p": [-1.0, -2.0],
        "sin": [-math.inf],
        "sinh": [1000.0, -1000.0],
        "tan": [math.nan, math.inf],
    }
    for name, values in limits.items():
        for number, value in enumerate(values):
            code = [push("D", value), ("invokestatic", "java/lang/Math", name, "(D)D")]
            yield MethodText(f"{name}_limit_{number}", "()D", [*code, ("dreturn",)])


def _copies() -> Iterator[MethodText]:
    """A `Special` can be cloned, another `Cell` cannot."""
    code: list[Instruction] = [
        ("aload_0",),
        ("invokevirtual", "gen/Cell", "copy", "()Ljava/lang/Object;"),
        ("areturn",),
    ]
    yield MethodText("clone_", "(Lgen/Cell;)Ljava/lang/Object;", code)


def _jumps() -> Iterator[MethodText]:
    ends: list[Instruction] = []
    for number, label in enumerate(("a", "b", "c", "other")):
        ends += [("label", label), ("bipush", 10 + number), ("ireturn",)]
    table: Instruction = ("tableswitch", -1, "other", ["a", "b", "a", "c"])
    yield MethodText("tableswitch_", "(I)I", [("iload_0",), table, *ends])
    keys = {-(2**31): "a", -1: "b", 1000: "c", 2**31 - 1: "b"}
    yield MethodText(
        "lookupswitch_", "(I)I", [("iload_0",), ("lookupswitch", "other", keys), *ends]
    )
    yield MethodText(
        "lookupswitch_empty", "(I)I", [("iload_0",), ("lookupswitch", "other", {}), *ends[-3:]]
    )
    far: list[Instruction] = [("goto_w", "end"), ("label", "back"), ("iload_0",), ("ireturn",)]
    yield MethodText("goto_w_", "(I)I", [*far, ("label", "end"), ("nop",), ("goto", "back")])
    loop: list[Instruction] = [("iconst_0",), ("istore_1",), ("iconst_5",), ("istore_2",)]
    loop += [("label", "top"), ("iload_2",), ("ifle", "end"), ("iload_1",), ("iload_2",), ("imul",)]
    loop += [("iload_2",), ("iadd",), ("istore_1",), ("iinc", 2, -1), ("goto", "top")]
    yield MethodText("goto_", "()I", [*loop, ("label", "end"), ("iload_1",), ("ireturn",)])
    yield MethodText("return_", "()V", [("return",)])


def _types() -> Iterator[MethodText]:
    for cls in ("gen/Cell", "gen/Special", "gen/Face", "[I", "[Lgen/Cell;"):
        name = cls.replace("/", "_").replace("[", "array_").replace(";", "")
        ask: list[Instruction] = [("aload_0",), ("instanceof", cls), ("ireturn",)]
        cast: list[Instruction] = [("aload_0",), ("checkcast", cls), ("areturn",)]
        declared = "Lgen/Cell;" if not cls.startswith("[") else "Ljava/lang/Object;"
        yield MethodText(f"instanceof_{name}", f"({declared})I", ask)
        if cls not in ("[I", "[Lgen/Cell;"):
            yield MethodText(f"checkcast_{name}", f"({declared})Ljava/lang/Object;", cast)
    null: list[Instruction] = [
        ("aconst_null",),
        ("checkcast", "[I"),
        ("arraylength",),
        ("ireturn",),
    ]
    yield MethodText("checkcast_null", "()I", null)
    made: list[Instruction] = [("iconst_1",), ("newarray", "int"), ("astore_0",)]
    for cls in ("[I", "[J", "java/lang/Cloneable", "java/lang/Object", "[Ljava/lang/Object;"):
        name = cls.replace("/", "_").replace("[", "array_").replace(";", "")
        yield MethodText(
            f"instanceof_of_array_{name}",
            "()I",
            [*made, ("aload_0",), ("instanceof", cls), ("ireturn",)],
        )
    grid: list[Instruction] = [("iconst_1",), ("iconst_1",), ("multianewarray", "[[I", 2)]
    grid += [("instanceof", "[Ljava/lang/Object;"), ("ireturn",)]
    yield MethodText("instanceof_of_grid", "()I", grid)
    locked: list[Instruction] = [("aload_0",), ("monitorenter",), ("aload_0",), ("monitorexit",)]
    yield MethodText("monitor_", "(Lgen/Cell;)I", [*locked, ("iconst_1",), ("ireturn",)])


def _exceptions() -> Iterator[MethodText]:
    arithmetic = "java/lang/ArithmeticException"
    for op in ("idiv", "irem", "ldiv", "lrem"):
        kind = "I" if op[0] == "i" else "J"
        zero = [push(kind, 5), push(kind, 0), (op,), (f"{LETTER[kind]}return",)]
        yield MethodText(f"{op}_zero", f"(){kind}", zero)
    caught: list[Instruction] = [("label", "start"), ("bipush", 100), ("iload_0",), ("idiv",)]
    caught += [
        ("label", "end"),
        ("ireturn",),
        ("label", "catch"),
        ("pop",),
        ("iconst_m1",),
        ("ireturn",),
    ]
    yield MethodText(
        "handler_", "(I)I", caught, handlers=[Handler("start", "end", "catch", arithmetic)]
    )
    yield MethodText(
        "handler_any", "(I)I", caught, handlers=[Handler("start", "end", "catch", None)]
    )
    other = "java/lang/IllegalStateException"
    yield MethodText(
        "handler_of_another", "(I)I", caught, handlers=[Handler("start", "end", "catch", other)]
    )
    above = "java/lang/RuntimeException"
    both = [Handler("start", "end", "catch", other), Handler("start", "end", "catch", above)]
    yield MethodText("handler_of_class_above", "(I)I", caught, handlers=both)
    thrown: list[Instruction] = [("new", other), ("dup",), ("ldc_w", ("string", "why"))]
    thrown += [("invokespecial", other, "<init>", "(Ljava/lang/String;)V"), ("athrow",)]
    yield MethodText("athrow_", "()V", thrown)
    yield MethodText("athrow_null", "()V", [("aconst_null",), ("athrow",)])


def cases() -> list[MethodText]:
    parts = (
        *(_constants, _locals, _stack, _arrays, _fields, _calls, _missing, _copies, _library),
        *(_jumps, _types, _exceptions),
    )
    return [method for part in parts for method in part()]


def classes(methods: Sequence[MethodText]) -> list[ClassText]:
    """The class of the methods and those that they use."""
    start: list[Instruction] = [
        ("aload_0",),
        ("invokespecial", "java/lang/Object", "<init>", "()V"),
    ]
    statics = [FieldText(f"static{kind}", kind, PUBLIC | STATIC) for kind in "ZBCSIJFD"]
    fields = [FieldText(f"field{kind}", kind) for kind in "ZBCSIJFD"]
    fields.append(FieldText("next", "Lgen/Cell;"))
    speak: list[Instruction] = [("iload_1",), ("iconst_1",), ("iadd",), ("ireturn",)]
    louder: list[Instruction] = [("iload_1",), ("iconst_2",), ("imul",), ("ireturn",)]
    copy: list[Instruction] = [
        ("aload_0",),
        ("invokespecial", "java/lang/Object", "clone", "()Ljava/lang/Object;"),
        ("areturn",),
    ]
    above: list[Instruction] = [
        ("aload_0",),
        ("iload_1",),
        ("invokespecial", "gen/Cell", "speak", "(I)I"),
    ]
    above += [
        ("aload_0",),
        ("iload_1",),
        ("invokespecial", "gen/Special", "own", "(I)I"),
        ("iadd",),
    ]
    return [
        ClassText(OPS, methods, statics),
        ClassText(
            "gen/Cell",
            [
                MethodText("<init>", "()V", [*start, ("return",)], PUBLIC),
                MethodText("speak", "(I)I", speak, PUBLIC),
                MethodText("copy", "()Ljava/lang/Object;", copy, PUBLIC),
            ],
            fields,
            interfaces=["gen/Face"],
        ),
        ClassText(
            "gen/Special",
            [
                MethodText(
                    "<init>",
                    "()V",
                    [("aload_0",), ("invokespecial", "gen/Cell", "<init>", "()V"), ("return",)],
                    PUBLIC,
                ),
                MethodText("speak", "(I)I", louder, PUBLIC),
                MethodText("above", "(I)I", [*above, ("ireturn",)], PUBLIC),
                MethodText("own", "(I)I", [("bipush", 40), ("ireturn",)], PRIVATE),
            ],
            above="gen/Cell",
            interfaces=["java/lang/Cloneable"],
        ),
        ClassText(
            "gen/Face",
            [MethodText("speak", "(I)I", None, PUBLIC | ABSTRACT)],
            flags=PUBLIC | INTERFACE | ABSTRACT,
        ),
    ]
