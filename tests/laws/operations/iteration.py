"""Iterators and generators, itertools, functools, heapq, bisect, operator, copy."""

from operations.domains import (
    ANYTHING,
    BOOL,
    BOOLS,
    COUNT,
    COUPLES,
    DICT,
    INDEX,
    INT_OR_STR,
    LIMIT,
    LIST,
    MAYBE_INT,
    MIXED,
    NEAR,
    NESTED,
    PAIR,
    SET,
    SMALL,
    STEP,
    STR,
    STRS,
    TUPLE,
    WORD,
    ints,
)
from operations.model import Domain, Row, row

SORTED = Domain("list[int]", ([], [1], [1, 1], [0, 2]))
SOME = Domain("list[int]", ([], [1], [2, 1], [0, 0]))
TIMES = ints(-1, 0, 1, 2)
_BINARY = (
    ("add", SMALL), ("sub", SMALL), ("mul", SMALL), ("truediv", SMALL), ("floordiv", SMALL),
    ("mod", SMALL), ("and_", SMALL), ("or_", SMALL), ("xor", SMALL), ("lt", SMALL), ("le", SMALL),
    ("gt", SMALL), ("ge", SMALL), ("eq", SMALL), ("ne", SMALL), ("pow", COUNT), ("lshift", COUNT),
    ("rshift", COUNT),
)  # fmt: skip
_IN_PLACE = (
    "iadd", "isub", "imul", "itruediv", "ifloordiv", "imod", "iand", "ior", "ixor",
)  # fmt: skip

ROWS: list[Row] = [
    row("iter next", "it = iter(xs)\nreturn next(it), next(it)", xs=LIST),
    row("iter next", "next(iter(xs), i)", xs=LIST, i=NEAR),
    row("iter", "iter(v)\nreturn 1", v=ANYTHING),
    row("next", "next(xs)", xs=LIST),
    row("next", "it = iter(s)\nnext(it)\nreturn list(it)", s=STR),
    row("next", "next(iter(d))", d=DICT),
    row("iterator.__next__", "iter(xs).__next__()", xs=LIST),
    row("iterator.__iter__", "list(iter(xs).__iter__())", xs=LIST),
    row("iter", "def f():\n    xs.append(0)\n    return len(xs)\nreturn list(iter(f, 3))", xs=PAIR),
    row("enumerate", "list(enumerate(xs))", xs=LIST),
    row("enumerate", "list(enumerate(xs, i))", xs=LIST, i=NEAR),
    row("enumerate", "list(enumerate(s, start=1))", s=STR),
    row("enumerate", "list(enumerate(v))", v=ANYTHING),
    row("zip", "list(zip(xs, ys))", xs=LIST, ys=PAIR),
    row("zip", "list(zip(xs, s, t))", xs=PAIR, s=STR, t=TUPLE),
    row("zip", "list(zip(xs, ys, strict=True))", xs=LIST, ys=PAIR),
    row("zip", "list(zip(xs, ys, xs, strict=True))", xs=PAIR, ys=PAIR),
    row("zip", "list(zip())"),
    row("zip", "list(zip(*xs))", xs=COUPLES),
    row("map", "list(map(abs, xs))", xs=LIST),
    row("map", "list(map(lambda a, b: a + b, xs, ys))", xs=LIST, ys=PAIR),
    row("map", "list(map(str, xs))", xs=LIST),
    row("map", "list(map(int, xs))", xs=STRS),
    row("filter", "list(filter(None, xs))", xs=LIST),
    row("filter", "list(filter(lambda v: v > i, xs))", xs=LIST, i=NEAR),
    row("reversed", "list(reversed(xs))", xs=LIST),
    row("reversed", "list(reversed(t))", t=TUPLE),
    row("reversed", "list(reversed(s))", s=STR),
    row("reversed", "list(reversed(s))", s=SET),
    row("reversed", "list(reversed(v))", v=ANYTHING),
    # generators
    row("generator.__next__", "g = (v + 1 for v in xs)\nreturn next(g), list(g)", xs=LIST),
    row("generator.__next__", "g = (v for v in xs)\nreturn g.__next__()", xs=LIST),
    row("generator.__iter__", "g = (v for v in xs)\nreturn list(g.__iter__())", xs=LIST),
    row(
        "generator.send",
        """
        def f():
            a = yield 1
            b = yield a
            return b
        g = f()
        next(g)
        return g.send(i)
        """,
        i=NEAR,
    ),
    row("generator.send", "def f():\n    yield 1\ng = f()\nreturn g.send(v)", v=MAYBE_INT),
    row(
        "generator.send",
        """
        def f():
            a = yield 1
            return a
        g = f()
        next(g)
        try:
            g.send(i)
        except StopIteration as e:
            return e.value
        """,
        i=NEAR,
    ),
    row(
        "generator.throw",
        """
        def f():
            try:
                yield 1
            except ValueError:
                yield i
        g = f()
        next(g)
        return g.throw(ValueError('x'))
        """,
        i=NEAR,
    ),
    row(
        "generator.throw",
        "def f():\n    yield 1\ng = f()\nnext(g)\nreturn g.throw(KeyError(i))",
        i=NEAR,
    ),
    row(
        "generator.close",
        """
        def f():
            try:
                yield 1
            finally:
                xs.append(9)
        g = f()
        if b:
            next(g)
        g.close()
        return xs
        """,
        xs=PAIR,
        b=BOOL,
    ),
    row(
        "generator.close",
        """
        def f():
            try:
                yield 1
            except GeneratorExit:
                yield 2
        g = f()
        next(g)
        g.close()
        """,
    ),
    row(
        "generator",
        """
        def f():
            yield from xs
            return 7
        def h():
            r = yield from f()
            yield r
        return list(h())
        """,
        xs=LIST,
    ),
    row(
        "generator",
        """
        def f():
            for v in xs:
                if v == 1:
                    return
                yield v
        return list(f())
        """,
        xs=LIST,
    ),
    row("generator", "def f():\n    next(iter(xs))\n    yield 1\nreturn list(f())", xs=LIST),
    row("generator sum", "sum(v * v for v in xs)", xs=LIST),
    row("generator", "def f():\n    yield 1\ng = f()\nreturn list(g), list(g), next(g, i)", i=NEAR),
    # itertools
    row("itertools.chain", "list(itertools.chain(xs, t))", xs=LIST, t=TUPLE),
    row("itertools.chain", "list(itertools.chain(xs, v))", xs=PAIR, v=ANYTHING),
    row("itertools.chain.from_iterable", "list(itertools.chain.from_iterable(xs))", xs=NESTED),
    row("itertools.islice", "list(itertools.islice(xs, i))", xs=LIST, i=COUNT),
    row("itertools.islice", "list(itertools.islice(xs, i, j))", xs=LIST, i=COUNT, j=COUNT),
    row("itertools.islice", "list(itertools.islice(xs, l, None, k))", xs=LIST, l=LIMIT, k=STEP),
    row("itertools.cycle", "list(itertools.islice(itertools.cycle(xs), 4))", xs=LIST),
    row("itertools.repeat", "list(itertools.repeat(i, j))", i=NEAR, j=COUNT),
    row("itertools.repeat", "list(zip(xs, itertools.repeat(i)))", xs=LIST, i=NEAR),
    row("itertools.count", "list(itertools.islice(itertools.count(i), 3))", i=NEAR),
    row("itertools.count", "list(itertools.islice(itertools.count(i, j), 3))", i=NEAR, j=NEAR),
    row("itertools.accumulate", "list(itertools.accumulate(xs))", xs=LIST),
    row("itertools.accumulate", "list(itertools.accumulate(xs, max))", xs=LIST),
    row(
        "itertools.accumulate",
        "list(itertools.accumulate(xs, lambda a, b: a * b, initial=i))",
        xs=LIST,
        i=NEAR,
    ),
    row("itertools.permutations", "list(itertools.permutations(xs))", xs=LIST),
    row("itertools.permutations", "list(itertools.permutations(xs, i))", xs=LIST, i=TIMES),
    row("itertools.combinations", "list(itertools.combinations(xs, i))", xs=LIST, i=TIMES),
    row(
        "itertools.combinations_with_replacement",
        "list(itertools.combinations_with_replacement(xs, i))",
        xs=PAIR,
        i=TIMES,
    ),
    row("itertools.product", "list(itertools.product(xs, ys))", xs=PAIR, ys=PAIR),
    row("itertools.product", "list(itertools.product(xs, repeat=i))", xs=PAIR, i=TIMES),
    row("itertools.groupby", "[(k, list(g)) for k, g in itertools.groupby(xs)]", xs=LIST),
    row(
        "itertools.groupby",
        "[(k, list(g)) for k, g in itertools.groupby(xs, key=lambda v: v % 2)]",
        xs=LIST,
    ),
    row("itertools.groupby", "[k for k, g in itertools.groupby(s)]", s=STR),
    row("itertools.takewhile", "list(itertools.takewhile(lambda v: v > i, xs))", xs=LIST, i=NEAR),
    row("itertools.dropwhile", "list(itertools.dropwhile(lambda v: v > i, xs))", xs=LIST, i=NEAR),
    row("itertools.filterfalse", "list(itertools.filterfalse(None, xs))", xs=LIST),
    row("itertools.compress", "list(itertools.compress(xs, bs))", xs=LIST, bs=BOOLS),
    row("itertools.starmap", "list(itertools.starmap(lambda a, b: a - b, xs))", xs=COUPLES),
    row("itertools.starmap", "list(itertools.starmap(pow, [(i, 2), (j, 1)]))", i=NEAR, j=NEAR),
    row("itertools.pairwise", "list(itertools.pairwise(xs))", xs=LIST),
    row("itertools.zip_longest", "list(itertools.zip_longest(xs, ys))", xs=LIST, ys=PAIR),
    row(
        "itertools.zip_longest",
        "list(itertools.zip_longest(xs, s, fillvalue=i))",
        xs=PAIR,
        s=STR,
        i=NEAR,
    ),
    row(
        "itertools.tee", "a, b = itertools.tee(xs)\nnext(a, None)\nreturn list(a), list(b)", xs=LIST
    ),
    row("itertools.tee", "list(map(list, itertools.tee(xs, i)))", xs=PAIR, i=TIMES),
    # functools
    row("functools.reduce", "functools.reduce(lambda a, b: a - b, xs)", xs=LIST),
    row("functools.reduce", "functools.reduce(lambda a, b: a - b, xs, i)", xs=LIST, i=NEAR),
    row("functools.partial", "functools.partial(lambda a, b: a - b, i)(j)", i=NEAR, j=NEAR),
    row("functools.partial", "functools.partial(divmod, b=1)(i)", i=NEAR),
    row("functools.partial", "functools.partial(lambda a, b=2: a - b, b=i)(j)", i=NEAR, j=NEAR),
    row(
        "functools.cmp_to_key", "sorted(xs, key=functools.cmp_to_key(lambda a, b: b - a))", xs=LIST
    ),
    # heapq
    row("heapq.heappush", "heapq.heappush(xs, i)", xs=SOME, i=NEAR),
    row("heapq.heappop", "heapq.heappop(xs)", xs=LIST),
    row("heapq.heapify", "heapq.heapify(xs)", xs=LIST),
    row("heapq.heapreplace", "heapq.heapreplace(xs, i)", xs=SOME, i=NEAR),
    row("heapq.heappushpop", "heapq.heappushpop(xs, i)", xs=SOME, i=NEAR),
    row("itertools.islice", "list(itertools.islice([1, 2], v))", v=ANYTHING),
    row("itertools.islice", "list(itertools.islice([1, 2], v, 2, 1))", v=ANYTHING),
    row("itertools.islice", "list(itertools.islice([1, 2], 0, 2, v))", v=ANYTHING),
    row("zip", "list(zip(*v))", v=ANYTHING),
    row("heapq.heappop", "heapq.heappop(v)", v=ANYTHING),
    row("heapq.heapify", "heapq.heapify(v)", v=ANYTHING),
    row("heapq.heappush", "heapq.heappush(v, 1)", v=ANYTHING),
    row("heapq.heapreplace", "heapq.heapreplace(v, 1)", v=ANYTHING),
    row("heapq.heappushpop", "heapq.heappushpop(v, 1)", v=ANYTHING),
    row("heapq.nlargest", "heapq.nlargest(1, v)", v=ANYTHING),
    row("heapq.nlargest", "heapq.nlargest(i, xs)", xs=LIST, i=TIMES),
    row("heapq.nsmallest", "heapq.nsmallest(i, xs)", xs=LIST, i=TIMES),
    row("heapq.nsmallest", "heapq.nsmallest(2, xs, key=lambda v: -v)", xs=LIST),
    row("heapq.merge", "list(heapq.merge(xs, ys))", xs=SORTED, ys=SORTED),
    row("heapq.merge", "list(heapq.merge(xs, ys, reverse=True))", xs=PAIR, ys=PAIR),
    row("heapq.heappush", "heapq.heappush(xs, v)", xs=MIXED, v=MAYBE_INT),
    # bisect
    row("bisect.bisect", "bisect.bisect(xs, i)", xs=SORTED, i=SMALL),
    row("bisect.bisect_right", "bisect.bisect_right(xs, i)", xs=LIST, i=SMALL),
    row("bisect.bisect_left", "bisect.bisect_left(xs, i)", xs=LIST, i=SMALL),
    row("bisect.bisect_left", "bisect.bisect_left(xs, i, j)", xs=PAIR, i=NEAR, j=INDEX),
    row("bisect.bisect_left", "bisect.bisect_left(xs, i, 0, j)", xs=PAIR, i=NEAR, j=INDEX),
    row("bisect.bisect_right", "bisect.bisect_right(xs, i, key=lambda v: -v)", xs=PAIR, i=NEAR),
    row("bisect.insort", "bisect.insort(xs, i)", xs=SORTED, i=SMALL),
    row("bisect.insort_right", "bisect.insort_right(xs, i)", xs=LIST, i=NEAR),
    row("bisect.insort_left", "bisect.insort_left(xs, i)", xs=LIST, i=NEAR),
    # operator
    *(
        row(f"operator.{name}", f"operator.{name}(i, j)", i=domain, j=domain)
        for name, domain in _BINARY
    ),
    *(row(f"operator.{name}", f"operator.{name}(i, j)", i=SMALL, j=SMALL) for name in _IN_PLACE),
    row("operator.ipow", "operator.ipow(i, j)", i=SMALL, j=ints(0, 1, 2)),
    row("operator.ilshift", "operator.ilshift(i, j)", i=SMALL, j=COUNT),
    row("operator.irshift", "operator.irshift(i, j)", i=SMALL, j=COUNT),
    row("operator.iadd", "operator.iadd(xs, ys)", xs=PAIR, ys=PAIR),
    row("operator.concat", "operator.concat(xs, ys)", xs=PAIR, ys=PAIR),
    row("operator.concat", "operator.concat(v, v)", v=INT_OR_STR),
    row("operator.iconcat", "operator.iconcat(xs, ys)", xs=PAIR, ys=PAIR),
    row("operator.matmul", "operator.matmul(i, j)", i=NEAR, j=NEAR),
    row("operator.imatmul", "operator.imatmul(i, j)", i=NEAR, j=NEAR),
    row("operator.is_", "operator.is_(v, None)", v=MAYBE_INT),
    row("operator.is_not", "operator.is_not(v, None)", v=MAYBE_INT),
    row("operator.neg", "operator.neg(i)", i=SMALL),
    row("operator.pos", "operator.pos(i)", i=SMALL),
    row("operator.inv", "operator.inv(i)", i=SMALL),
    row("operator.invert", "operator.invert(i)", i=SMALL),
    row("operator.not_", "operator.not_(v)", v=ANYTHING),
    row("operator.truth", "operator.truth(v)", v=ANYTHING),
    row("operator.contains", "operator.contains(xs, i)", xs=LIST, i=NEAR),
    row("operator.getitem", "operator.getitem(xs, i)", xs=LIST, i=INDEX),
    row("operator.setitem", "operator.setitem(xs, i, 5)", xs=LIST, i=INDEX),
    row("operator.delitem", "operator.delitem(xs, i)", xs=LIST, i=INDEX),
    row("operator.countOf", "operator.countOf(xs, i)", xs=LIST, i=NEAR),
    row("operator.indexOf", "operator.indexOf(xs, i)", xs=LIST, i=NEAR),
    row("operator.itemgetter", "operator.itemgetter(i)(xs)", xs=LIST, i=INDEX),
    row("operator.itemgetter", "sorted(xs, key=operator.itemgetter(1, 0))", xs=COUPLES),
    row("operator.attrgetter", "operator.attrgetter('real')(i)", i=NEAR),
    row("operator.methodcaller", "operator.methodcaller('count', i)(xs)", xs=LIST, i=NEAR),
    row("operator.methodcaller", "operator.methodcaller('foo')(i)", i=NEAR),
    # copy
    row("copy.copy", "copy.copy(xs)", xs=NESTED),
    row("copy.deepcopy", "copy.deepcopy(xs)", xs=NESTED),
    row("copy.deepcopy", "copy.deepcopy(d)", d=DICT),
    row("copy.deepcopy", "copy.deepcopy(v)", v=ANYTHING),
    row(
        "copy.deepcopy",
        "ys = copy.deepcopy([xs, xs])\nreturn ys[0] is ys[1], ys[0] is xs, ys",
        xs=PAIR,
    ),
    # objects
    row("isinstance", "isinstance(v, int)", v=ANYTHING),
    row("isinstance", "isinstance(v, (str, list))", v=ANYTHING),
    row("isinstance", "isinstance(v, int | None)", v=ANYTHING),
    row("isinstance", "isinstance(i, 3)", i=NEAR),
    row("issubclass", "issubclass(type(v), int)", v=ANYTHING),
    row("type", "type(v)", v=ANYTHING),
    row("type", "type(v) is int", v=ANYTHING),
    row("type", "type(v).__name__", v=ANYTHING),
    row("id", "id(xs) == id(ys)", xs=PAIR, ys=PAIR),
    row("callable", "callable(v)", v=ANYTHING),
    row("getattr", "getattr(i, 'real')", i=NEAR),
    row("getattr", "getattr(i, 'foo', j)", i=NEAR, j=NEAR),
    row("getattr", "getattr(i, 'foo')", i=NEAR),
    row("hasattr", "hasattr(v, 'append')", v=ANYTHING),
    row("print", "print(i, s)", i=NEAR, s=WORD),
    row("len", "len(v)", v=ANYTHING),
    row("len", "len()"),
    row("abs", "abs(*xs)", xs=PAIR),
]
