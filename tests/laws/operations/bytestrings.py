"""bytes."""

from operations.domains import (
    BOOL,
    BYTE,
    COUNT,
    DATA,
    INDEX,
    INT_OR_STR,
    LETTER,
    LIMIT,
    NEAR,
    STR,
    STRIDE,
    data,
    ints,
)
from operations.model import Domain, Row, encoded, row

PARTS = Domain("list[bytes]", ([], [b"a"], [b"", b"b"]), "all(len(t) <= 1 for t in {})")
OCTETS = Domain("list[int]", ([], [0], [255, 1], [256], [-1, 0]))
LETTERS = (
    *("lower", "upper", "swapcase", "capitalize", "title", "isalnum", "isalpha", "isascii"),
    *("isdigit", "isspace", "islower", "isupper", "istitle"),
)
OF_ALL_KINDS = data(
    b"", b"a", b"Z", b"0", b" ", b"\x0b", b"\x1c", b"\x85", b"\xe9", b"aB", b"Ba", b"1a", b"AB"
)
BLANK = data(b"", b"a", b" ", b" a", b"a\n", b"\x0ba\t", b"\x1ca", b"a\x85", b"\xa0", b"a b")
LINES = data(b"", b"a", b"\n", b"a\n", b"\r\n", b"\ra", b"a\x0b", b"\x1c", b"a\x85")
GROUPS = data(b"", b"a", b"\xff", b"ab", b"\x00\xff", b"abc", b"\xfb\xff\xbf", b"abcd")
PADDING = ("ljust", "rjust", "center", "zfill")
SIZE = ints(-1, 0, 1, 3)
VALUE = ints(-1, 0, 97, 255, 256)

ROWS: list[Row] = [
    row("bytes.startswith", "d.startswith(e)", d=DATA, e=BYTE),
    row("bytes.startswith", "d.startswith((e, b'x'))", d=DATA, e=BYTE),
    row("bytes.endswith", "d.endswith(e)", d=DATA, e=BYTE),
    row("bytes.endswith", "d.endswith(e, i)", d=DATA, e=BYTE, i=NEAR),
    row("bytes.find", "d.find(e)", d=DATA, e=BYTE),
    row("bytes.find", "d.find(e, i, j)", d=DATA, e=BYTE, i=NEAR, j=NEAR),
    row("bytes.find", "d.find(i)", d=DATA, i=VALUE),
    row("bytes.rfind", "d.rfind(e)", d=DATA, e=BYTE),
    row("bytes.index", "d.index(e)", d=DATA, e=BYTE),
    row("bytes.rindex", "d.rindex(e)", d=DATA, e=BYTE),
    row("bytes.count", "d.count(e)", d=DATA, e=BYTE),
    row("bytes.replace", "d.replace(e, f)", d=DATA, e=BYTE, f=BYTE),
    row("bytes.removeprefix", "d.removeprefix(e)", d=DATA, e=BYTE),
    row("bytes.removesuffix", "d.removesuffix(e)", d=DATA, e=BYTE),
    row("bytes.partition", "d.partition(e)", d=DATA, e=BYTE),
    row("bytes.rpartition", "d.rpartition(e)", d=DATA, e=BYTE),
    row("bytes.split", "d.split(e)", d=DATA, e=BYTE),
    row("bytes.split", "d.split()", d=data(b"", b" ", b"a b", b" a", b"\xa0", b"\x1c")),
    row("bytes.join", "e.join(ps)", e=BYTE, ps=PARTS),
    row("bytes.join", "e.join([d, b'-'])", e=BYTE, d=DATA),
    row(
        "bytes.decode",
        encoded("d.decode()"),
        d=DATA.plus(b"\x80a", b"a\xc2", b"a\x80", b"\xc3\xa9"),
    ),
    row(
        "bytes.decode",
        encoded("d.decode('utf-8')"),
        d=data(b"", b"a", b"\x7f", b"\x80", b"\xc1a", b"\xf5", b"a\xc2", b"a\xff"),
    ),
    row("bytes.decode", encoded("d.decode('ascii')"), d=DATA),
    row("bytes.decode", "d.decode('latin-1')", d=DATA),
    row("bytes.decode", "d.decode('ascii', 'ignore')", d=DATA),
    row("bytes.hex", "d.hex()", d=OF_ALL_KINDS),
    *(row(f"bytes.{name}", f"d.{name}()", d=OF_ALL_KINDS) for name in LETTERS),
    *(row(f"bytes.{name}", f"d.{name}()", d=BLANK) for name in ("strip", "lstrip", "rstrip")),
    row("bytes.strip", "d.strip(e)", d=DATA, e=BYTE),
    row("bytes.strip", "d.strip(None)", d=BLANK),
    row("bytes.lstrip", "d.lstrip(s)", d=BYTE, s=LETTER),
    *(row(f"bytes.{name}", f"d.{name}(i)", d=BYTE, i=SIZE) for name in PADDING),
    *(row(f"bytes.{name}", f"d.{name}(i, b'-')", d=BYTE, i=SIZE) for name in PADDING[:3]),
    *(row(f"bytes.{name}", f"d.{name}(3)", d=BYTE) for name in PADDING),
    row("bytes.rsplit", "d.rsplit()", d=BLANK),
    row("bytes.rsplit", "d.rsplit(e)", d=DATA, e=BYTE),
    row("bytes.splitlines", "d.splitlines()", d=LINES),
    row("bytes.splitlines", "d.splitlines(True)", d=LINES),
    row("bytes", "bytes(d)", d=DATA),
    row("bytes", "bytes(v)", v=INT_OR_STR),
    row("bytes", "bytes((i, j))", i=VALUE, j=VALUE),
    row("bytes", "bytes([b])", b=BOOL),
    row("bytes", "bytes(b)", b=BOOL),
    row("bytes", "bytes(d, 'ascii')", d=BYTE),
    row("binascii.b2a_base64", "binascii.b2a_base64(d)", d=GROUPS),
    row("binascii.b2a_base64", "base64.b64encode(d)", d=GROUPS),
    row("binascii.hexlify", "binascii.hexlify(d)", d=OF_ALL_KINDS),
    row("binascii.b2a_hex", "binascii.b2a_hex(d)", d=BYTE),
    row("bytes", "bytes(i)", i=SIZE),
    row("bytes", "bytes(xs)", xs=OCTETS),
    row("bytes", "bytes(s, 'ascii')", s=STR),
    row("bytes", "bytes()"),
    row("bytes", "bytes(s)", s=STR),
    row("bytes", "d + e", d=DATA, e=BYTE),
    row("bytes", "d * i", d=BYTE, i=COUNT),
    row("bytes", "d + s", d=BYTE, s=LETTER),
    row("bytes", "d == e", d=DATA, e=BYTE),
    row("bytes", "d == s", d=BYTE, s=LETTER),
    row("bytes", "d < e", d=DATA, e=BYTE),
    row("bytes", "d < s", d=BYTE, s=LETTER),
    row("bytes", "e in d", d=DATA, e=BYTE),
    row("bytes", "i in d", d=DATA, i=VALUE),
    row("bytes", "s in d", d=DATA, s=LETTER),
    row("bytes", "d[i]", d=DATA, i=INDEX),
    row("bytes", "d[v]", d=DATA, v=INT_OR_STR),
    row("bytes", "d[l:m]", d=DATA, l=LIMIT, m=LIMIT),
    row("bytes", "d[::k]", d=DATA, k=STRIDE),
    row("bytes len", "len(d)", d=DATA),
    row("bytes", "[b for b in d]", d=DATA),
    row("bytes list", "list(d)", d=DATA),
    row("bytes tuple", "tuple(d)", d=DATA),
    row("bytes sum", "sum(d)", d=DATA),
    row("bytes repr", "repr(d)", d=DATA),
    row("bytes str", "str(d)", d=BYTE),
    row("bytes bool", "bool(d)", d=DATA),
    row("bytes ord", "ord(d)", d=DATA),
    row("bytes int", "int(d)", d=data(b"", b"1", b"-2", b"a")),
    row("int.from_bytes", "int.from_bytes(d, 'big')", d=DATA),
    row("int.from_bytes", "int.from_bytes(d, 'little', signed=True)", d=DATA),
    row(
        "int.from_bytes", "int.from_bytes(d, signed=True)", d=data(b"", b"\x7f", b"\x80", b"\x80a")
    ),
    row("int.to_bytes", "i.to_bytes(1, 'little', signed=True)", i=ints(-129, -128, -1, 127, 128)),
    row("int.to_bytes", "i.to_bytes(1, 'big')", i=VALUE),
    row("int.to_bytes", "i.to_bytes(2, 'little')", i=VALUE),
    row("int.to_bytes", "i.to_bytes(2, 'big', signed=True)", i=VALUE),
    row("bytes", "d[i] = 1", d=BYTE, i=NEAR),
    row("bytes hash", "hash(d) == hash(e)", d=DATA, e=BYTE),
]
