"""Functions of the standard library: interpreted from their source, or called for real."""

from operations.domains import BOOL, COUNT, LIST, MIXED, PAIR, SMALL, SPACED, STRS, data, texts
from operations.model import Domain, Row, row
from operations.values import DATE

SIGNED = Domain("list[int]", ([], [1], [2, -1], [1, 1], [0, 1, 2], [2, 0, 0], [3, 1, 1]))
PLACES = texts("", "/", "a", ".", "..", "//a", "a/.", "a//", "../", "/..")

ROWS: list[Row] = [
    row("logging.getLogger", "logging.getLogger('a.b').info('%d', i)", i=COUNT),
    row("logging.getLogger", "logging.getLogger() is logging.getLogger(name=None)"),
    row("logging.getLogger", "logging.getLogger('a') is logging.getLogger('b')"),
    row("statistics.median", "statistics.median(xs)", xs=SIGNED),
    row("statistics.median_low", "statistics.median_low(xs)", xs=SIGNED),
    row("statistics.median_high", "statistics.median_high(xs)", xs=SIGNED),
    row("statistics.mode", "statistics.mode(xs)", xs=SIGNED),
    row("statistics.mode", "statistics.mode(xs)", xs=STRS),
    row("statistics.multimode", "statistics.multimode(xs)", xs=LIST),
    row("statistics.mean", "statistics.mean(xs)", xs=PAIR),
    row("statistics.pvariance", "statistics.pvariance(xs)", xs=PAIR),
    row("calendar.monthrange", "calendar.monthrange(2023 + i, j)", i=SMALL, j=SMALL),
    row("json.dumps", "json.dumps(xs)", xs=MIXED),
    row("json.dumps", "json.dumps({'a': xs, 'b': d})", xs=LIST, d=BOOL),
    row("json.dumps", "json.dumps({'day': d})", d=DATE),
    row("posix.fspath", "os.path.basename(s)", s=texts("", "a", "/", "a/b", "/a/")),
    row("posix.fspath", "os.fspath(i)", i=SMALL),
    row("posix._path_normpath", "os.path.normpath(s)", s=PLACES),
    row("posix._path_normpath", "os.path.normpath(i)", i=SMALL),
    row("typing.get_origin", "typing.get_origin(int), typing.get_origin(v)", v=MIXED),
    row(
        "typing.get_args",
        "typing.get_args(int), typing.get_args(v)",
        v=MIXED,
    ),
    row("typing.is_typeddict", "(typing.is_typeddict(int), typing.is_typeddict(v))", v=MIXED),
    row("inspect.isclass", "(inspect.isclass(int), inspect.isclass(v))", v=MIXED),
    row("os._fscodec.<locals>.fsdecode", "os.fsdecode(s)", s=PLACES),
    row("os._fscodec.<locals>.fsdecode", "os.fsdecode(d)", d=data(b"", b"a")),
    row("os._fscodec.<locals>.fsencode", "os.fsencode(s)", s=texts("", "a", "/b")),
    row("int.__repr__ str.__repr__", "int.__repr__(i)", i=SMALL),
    row("float.__repr__", "(float.__repr__(1.5), str.__repr__('a'))"),
    row("string.capwords", "string.capwords(s)", s=SPACED),
    row("fractions.Fraction", "Fraction(1, 2) + Fraction(1, 3) == Fraction(5, 6)"),
    row("fractions.Fraction", "(-Fraction(1, 2)) ** 3 == Fraction(-1, 8)"),
    row("fractions.Fraction", "2 - Fraction(7, 2) % 3 == Fraction(3, 2)"),
    row("fractions.Fraction", "Fraction(1, 2) / 0"),
    row("fractions.Fraction", "Fraction(1, 2) + 'a'"),
    row("fractions.Fraction", "x = Fraction(1, 2)\nx += 'a'"),
    row("fractions.Fraction", "~Fraction(1, 2)"),
    row(
        "fractions.Fraction",
        "statistics.median([Fraction(1, 2), Fraction(1, 3)]) * 12 == 5",
    ),
    row("decimal.Decimal", "Decimal('0.1') + Decimal('0.2') == Decimal('0.3')"),
    row("decimal.Decimal", "Decimal('0.1') + 0.5"),
    row("datetime.date", "(date(2024, 2, 28) + timedelta(days=2)).isoformat()"),
    row("datetime.date", "(date(2024, 3, 1) - date(2023, 3, 1)).days"),
    row("datetime.date", "date(9999, 12, 31) + timedelta(days=1)"),
    row("datetime.timedelta", "(-timedelta(days=1)).days"),
]
