"""Dates, times, Decimals, Fractions and complex numbers that are inputs."""

import decimal
import fractions
import math
from datetime import date, datetime, time, timedelta

from operations.domains import SMALL, ints, texts
from operations.model import Domain, Row, row

DATE = Domain(
    "date",
    (
        *(date(1, 1, 1), date(9999, 12, 31), date(2024, 2, 29), date(2023, 2, 28)),
        *(date(2000, 3, 1), date(1900, 12, 31), date(2024, 4, 30)),
    ),
)
MOMENT = Domain(
    "datetime",
    (
        *(datetime(1, 1, 1), datetime(9999, 12, 31, 23, 59, 59, 999999)),
        *(datetime(2024, 2, 29, 12, 30), datetime(2000, 1, 1, 0, 0, 1, 5)),
    ),
)
CLOCK = Domain("time", (time(), time(23, 59, 59, 999999), time(12, 30), time(0, 0, 1, 5)))
SPAN = Domain(
    "timedelta",
    (
        *(timedelta(), timedelta(days=1), timedelta(hours=-1), timedelta(microseconds=-1)),
        *(timedelta(days=2, seconds=3, microseconds=4), timedelta.max, timedelta.min),
    ),
)
FRACTION = Domain(
    "Fraction", tuple(fractions.Fraction(*pair) for pair in ((0, 1), (1, 2), (-3, 4), (5, 1)))
)
DECIMAL = Domain(
    "Decimal",
    tuple(map(decimal.Decimal, ("0.000", "1.000", "-1.000", "0.125", "-2.675", "3.335", "7.500"))),
)
COMPLEX = Domain("complex", (0j, 1 + 0j, 1j, -2.5 + 3j, complex(0.0, -0.0), complex(math.inf, 1)))
YEAR, MONTH, DAY = ints(0, 1, 1900, 2024, 9999, 10000), ints(0, 1, 2, 12, 13), ints(0, 1, 29, 31)
MONEY = texts("", "1", "-1", "1.5", "0.25", "3.14", "2.125", "a", ".", "-", "+7", "1.", "x1")
DATES = Domain("list[date]", ([], [date(2024, 1, 1)], [date(2024, 1, 2), date(2024, 1, 1)]))
PRICES = Domain(
    "list[Decimal]",
    ([], [decimal.Decimal("1.500")], [decimal.Decimal("-0.250"), decimal.Decimal("0.001")]),
)
DAYS = Domain("dict[date, int]", ({}, {date(2024, 2, 29): 1}, {date(1, 1, 1): 2}))

ROWS: list[Row] = [
    row("datetime.date", "date(y, m, d)", y=YEAR, m=MONTH, d=DAY),
    row("datetime.date", "date(year=y, day=1, month=2).year", y=YEAR),
    row("datetime.date", "(d.year, d.month, d.day)", d=DATE),
    row("datetime.date.toordinal", "d.toordinal()", d=DATE),
    row("datetime.date.fromordinal", "date.fromordinal(n)", n=ints(0, 1, 738000, 3652060)),
    row("datetime.date.weekday datetime.date.isoweekday", "(d.weekday(), d.isoweekday())", d=DATE),
    row("datetime.date.isoformat datetime.date.__str__", "(d.isoformat(), str(d))", d=DATE),
    row("datetime.date", "d.replace(day=n)", d=DATE, n=DAY),
    row("datetime.date", "d.replace(year=n)", d=DATE, n=YEAR),
    row("datetime.date", "date.fromisoformat(d.isoformat()) == d", d=DATE),
    row("datetime.date.strftime", "d.strftime('%Y/%m')", d=DATE),
    row("datetime.date.strftime", "d.strftime('%w %u')", d=DATE),
    row(
        "datetime.date",
        """
        try:
            return date(n, 1, 1)
        except (OverflowError, ValueError) as e:
            return type(e).__name__
        """,
        n=ints(2**31 - 1, 2**31, -(2**31), -(2**31) - 1),
    ),
    row("datetime.date.__format__", "f'{d} {d:%d.%m.%Y}'", d=DATE),
    row("datetime.date", "(d < e, d <= e, d == e, d != e)", d=DATE, e=DATE),
    row("datetime.date", "d - e", d=DATE, e=DATE),
    row("datetime.date", "d + s", d=DATE, s=SPAN),
    row("datetime.date", "d - s", d=DATE, s=SPAN),
    row("datetime.date", "s + d", d=DATE, s=SPAN),
    row("datetime.date", "d + 1", d=DATE),
    row("datetime.date", "d < 1", d=DATE),
    row("datetime.date", "(d == 1, d is None, bool(d), isinstance(d, date))", d=DATE),
    row("datetime.date", "max(ds)", ds=DATES),
    row("datetime.date", "sorted(ds)", ds=DATES),
    row("datetime.date", "d in ds", d=DATE, ds=DATES),
    row("datetime.date", "len({d, e})", d=DATE, e=DATE),
    row("datetime.date", "days[d]", d=DATE, days=DAYS),
    row("datetime.date", "d < t", d=DATE, t=MOMENT),
    row("datetime.date", "d == t", d=DATE, t=MOMENT),
    row("datetime.datetime", "datetime(2024, 2, 29, h, n)", h=ints(0, 23, 24), n=ints(-1, 0, 59)),
    row("datetime.datetime", "datetime(y, 2, 29)", y=YEAR),
    row("datetime.datetime", "(t.year, t.month, t.day, t.hour, t.minute, t.second)", t=MOMENT),
    row("datetime.datetime", "(t.microsecond, t.tzinfo, t.fold)", t=MOMENT),
    row("datetime.datetime.date datetime.datetime.time", "(t.date(), t.time())", t=MOMENT),
    row("datetime.datetime.timetz", "t.timetz()", t=MOMENT),
    row("datetime.datetime.combine", "datetime.combine(d, c)", d=DATE, c=CLOCK),
    row("datetime.datetime", "t.replace(hour=n)", t=MOMENT, n=ints(0, 23, 24)),
    row("datetime.datetime", "t - u", t=MOMENT, u=MOMENT),
    row("datetime.datetime", "t + s", t=MOMENT, s=SPAN),
    row("datetime.datetime", "(t < u, t >= u, t == u)", t=MOMENT, u=MOMENT),
    row("datetime.datetime", "t < t.replace(tzinfo=timezone.utc)", t=MOMENT),
    row("datetime.datetime", "t - t.replace(tzinfo=timezone.utc)", t=MOMENT),
    row("datetime.datetime.__str__", "str(t)", t=MOMENT),
    row("datetime.datetime", "t.isoformat()", t=MOMENT),
    row("datetime.datetime", "t.weekday()", t=MOMENT),
    row("datetime.datetime.strftime", "t.strftime('%A, %d %B %y %I:%M %p %a %b %%')", t=MOMENT),
    row("datetime.datetime.__format__", "f'{t} {t:%H:%M:%S.%f}'", t=MOMENT),
    row(
        "datetime.time.strftime datetime.time.__format__", "(c.strftime('%H'), f'{c:%p}')", c=CLOCK
    ),
    row("datetime.time", "time(h, n)", h=ints(0, 23, 24), n=ints(-1, 0, 59)),
    row("datetime.time", "(c.hour, c.minute, c.second, c.microsecond)", c=CLOCK),
    row("datetime.time", "(c < e, c == e)", c=CLOCK, e=CLOCK),
    row("datetime.time.__str__", "str(c)", c=CLOCK),
    row("datetime.time", "c - e", c=CLOCK, e=CLOCK),
    row("datetime.timedelta", "timedelta(days=n, hours=k)", n=SMALL, k=SMALL),
    row("datetime.timedelta", "timedelta(weeks=n, milliseconds=1.5)", n=SMALL),
    row("datetime.timedelta", "timedelta(days=n)", n=ints(0, 999999999, 1000000000)),
    row("datetime.timedelta", "(s.days, s.seconds, s.microseconds)", s=SPAN),
    row("datetime.timedelta", "s + r", s=SPAN, r=SPAN),
    row("datetime.timedelta", "s - r", s=SPAN, r=SPAN),
    row("datetime.timedelta.total_seconds", "s.total_seconds()", s=SPAN),
    row("datetime.timedelta", "s * n", s=SPAN, n=SMALL),
    row("datetime.timedelta", "n * s", s=SPAN, n=SMALL),
    row("datetime.timedelta", "s // n", s=SPAN, n=SMALL),
    row("datetime.timedelta", "s / n", s=SPAN, n=SMALL),
    row("datetime.timedelta", "s // r", s=SPAN, r=SPAN),
    row("datetime.timedelta", "s % r", s=SPAN, r=SPAN),
    row(
        "datetime.timedelta.__neg__ datetime.timedelta.__pos__ datetime.timedelta.__abs__",
        "(-s, +s, abs(s))",
        s=SPAN,
    ),
    row("datetime.timedelta", "(s < r, s == r, bool(s))", s=SPAN, r=SPAN),
    row("fractions.Fraction", "Fraction(n, d)", n=SMALL, d=SMALL),
    row("fractions.Fraction", "(x + y, x - y, x * y)", x=FRACTION, y=FRACTION),
    row("fractions.Fraction", "x / y", x=FRACTION, y=FRACTION),
    row("fractions.Fraction", "x // y", x=FRACTION, y=FRACTION),
    row("fractions.Fraction", "x % y", x=FRACTION, y=FRACTION),
    row("fractions.Fraction", "(x < y, x == y, x != y, bool(x))", x=FRACTION, y=FRACTION),
    row("fractions.Fraction", "(x + n, n - x, x * n, x < n, x == n)", x=FRACTION, n=SMALL),
    row("fractions.Fraction", "x < t", x=FRACTION, t=texts("", "1")),
    row("fractions.Fraction", "x ** 2", x=FRACTION),
    row("fractions.Fraction", "x ** -1", x=FRACTION),
    row("fractions.Fraction", "(x.numerator, x.denominator)", x=FRACTION),
    row(
        "fractions.Fraction.__neg__ fractions.Fraction.__pos__ fractions.Fraction.__abs__",
        "(-x, +x, abs(x))",
        x=FRACTION,
    ),
    row(
        "fractions.Fraction.__trunc__ fractions.Fraction.__floor__ fractions.Fraction.__ceil__"
        " fractions.Fraction.__int__",
        "(int(x), math.floor(x), math.ceil(x), math.trunc(x))",
        x=FRACTION,
    ),
    row("fractions.Fraction.__round__", "(round(x), round(x, 1))", x=FRACTION),
    row("fractions.Fraction", "x < 0.5", x=FRACTION),
    row("fractions.Fraction.__float__", "float(x)", x=FRACTION),
    row("fractions.Fraction.limit_denominator", "Fraction(22, 7).limit_denominator(3)"),
    row("decimal.Decimal", "Decimal(n)", n=SMALL),
    row("decimal.Decimal", "Decimal(t)", t=MONEY),
    row("decimal.Decimal", "(x + y, x - y, x * y)", x=DECIMAL, y=DECIMAL),
    row("decimal.Decimal", "x / y < 1", x=DECIMAL, y=DECIMAL),
    row("decimal.Decimal", "x / 8", x=DECIMAL),
    row("decimal.Decimal", "x // y", x=DECIMAL, y=DECIMAL),
    row("decimal.Decimal", "x % y", x=DECIMAL, y=DECIMAL),
    row("decimal.Decimal", "(x < y, x <= y, x == y, bool(x))", x=DECIMAL, y=DECIMAL),
    row("decimal.Decimal", "(x + n, n - x, x * n, x < n, x == n)", x=DECIMAL, n=SMALL),
    row("decimal.Decimal", "x ** 2", x=DECIMAL),
    row("decimal.Decimal", "x + 0.5", x=DECIMAL),
    row("decimal.Decimal", "(x < 0.5, x == 0.125)", x=DECIMAL),
    row("decimal.Decimal.quantize", "x.quantize(Decimal('0.01'))", x=DECIMAL),
    *(
        row("decimal.Decimal.quantize", f"x.quantize(Decimal('0.1'), rounding='{mode}')", x=DECIMAL)
        for mode in (
            *("ROUND_HALF_UP", "ROUND_HALF_DOWN", "ROUND_UP", "ROUND_DOWN", "ROUND_CEILING"),
            "ROUND_FLOOR",
        )
    ),
    row("decimal.Decimal.quantize", "(x / 3).quantize(Decimal('0.01'))", x=DECIMAL),
    row("decimal.Decimal.__round__", "(round(x), round(x, 2))", x=DECIMAL),
    row(
        "decimal.Decimal.__neg__ decimal.Decimal.__pos__ decimal.Decimal.__abs__",
        "(-x, +x, abs(x))",
        x=DECIMAL,
    ),
    row(
        "decimal.Decimal.__int__ decimal.Decimal.__trunc__ decimal.Decimal.__floor__"
        " decimal.Decimal.__ceil__",
        "(int(x), math.trunc(x), math.floor(x), math.ceil(x))",
        x=DECIMAL,
    ),
    row("decimal.Decimal.__float__", "float(x)", x=DECIMAL),
    row("decimal.Decimal.__str__", "str(x)", x=DECIMAL),
    row("decimal.Decimal.__str__", "str(x * x)", x=DECIMAL),
    row("decimal.Decimal.__format__", "f'{x:.2f}'", x=DECIMAL),
    row(
        "decimal.Decimal.to_integral_value decimal.Decimal.to_integral",
        "(x.to_integral_value(), x.to_integral())",
        x=DECIMAL,
    ),
    row("decimal.Decimal.max decimal.Decimal.min", "(x.max(y), x.min(y))", x=DECIMAL, y=DECIMAL),
    row(
        "decimal.Decimal.is_nan decimal.Decimal.is_snan decimal.Decimal.is_qnan"
        " decimal.Decimal.is_infinite decimal.Decimal.is_finite decimal.Decimal.is_zero"
        " decimal.Decimal.is_signed decimal.Decimal.copy_abs",
        "(x.is_nan(), x.is_snan(), x.is_qnan(), x.is_infinite(), x.is_finite(), x.is_zero(),"
        " x.is_signed(), x.copy_abs())",
        x=DECIMAL,
    ),
    row("decimal.Decimal.from_float", "Decimal.from_float(n)", n=SMALL),
    row("decimal.Decimal", "sum(xs)", xs=PRICES),
    row("decimal.Decimal", "(min(xs, default=None), sorted(xs))", xs=PRICES),
    row("complex", "complex(n, k)", n=SMALL, k=SMALL),
    row("complex", "(z + w, z - w, z * w, z == w, bool(z))", z=COMPLEX, w=COMPLEX),
    row("complex", "z / w", z=COMPLEX, w=COMPLEX),
    row("complex", "(z.real, z.imag, z == n, z + n)", z=COMPLEX, n=SMALL),
    row("complex", "z < w", z=COMPLEX, w=COMPLEX),
    row("complex", "z + t", z=COMPLEX, t=texts("", "1")),
    row("builtins.complex.__abs__", "abs(3 + 4j)"),
    row("builtins.complex.conjugate", "z.conjugate()", z=COMPLEX),
    row("builtins.complex.__neg__ builtins.complex.__pos__", "(-z, +z)", z=COMPLEX),
]
