"""Arithmetic, conversions, Math, boxes and characters."""

# fmt: off
# A table: a row takes one line or two.
from java_operations.table import INF, INT_MAX, INT_MIN, LONG_MAX, LONG_MIN, NAN, Group

NUMBERS = Group("Numbers")
op = NUMBERS.op

_PAIR = (INT_MIN, -7, -1, 0, 1, 3, INT_MAX)
_WIDE = (LONG_MIN, -7, -1, 0, 1, 3, LONG_MAX)
for kind, letter, domain in (("int", "I", _PAIR), ("long", "L", _WIDE)):
    for name, sign in (
        *(("add", "+"), ("subtract", "-"), ("multiply", "*"), ("divide", "/"), ("remainder", "%")),
        *(("and", "&"), ("or", "|"), ("xor", "^")),
    ):
        op(f"{kind} {name}{letter}({kind} a, {kind} b)", f"a {sign} b", a=domain, b=domain)
    for name, sign in (("shl", "<<"), ("shr", ">>"), ("ushr", ">>>")):
        op(f"{kind} {name}{letter}({kind} a, int b)", f"a {sign} b",
           a=domain, b=(INT_MIN, -1, 0, 1, 31, 32, 33, 63, 64))
    for name, sign in (("less", "<"), ("equal", "=="), ("atLeast", ">=")):
        op(f"boolean {name}{letter}({kind} a, {kind} b)", f"a {sign} b", a=domain, b=domain)
    op(f"{kind} negate{letter}({kind} a)", "-a")
    op(f"{kind} complement{letter}({kind} a)", "~a")
    op(f"{kind} increment{letter}({kind} a)", "a++; return a;")
for kind in ("float", "double"):
    for name, sign in (
        *(("add", "+"), ("subtract", "-"), ("multiply", "*"), ("divide", "/"), ("remainder", "%")),
    ):
        op(f"{kind} {name}{kind.title()}({kind} a, {kind} b)", f"a {sign} b")
    for name, sign in (("less", "<"), ("equal", "=="), ("atLeast", ">=")):
        op(f"boolean {name}{kind.title()}({kind} a, {kind} b)", f"a {sign} b")
for source in ("byte", "short", "char", "int", "long", "float", "double"):
    for target in ("byte", "short", "char", "int", "long", "float", "double"):
        if source != target:
            op(f"{target} {source}To{target.title()}({source} a)", f"({target}) a")
op("int compound(byte a, int b)", "a += b; a <<= 1; return a;", b=(-1, 1, 128))
op("char charArithmetic(char c)", "c++; return c;")
op("short shortArithmetic(short a)", "a *= 3; return a;")
op("boolean logical(boolean a, boolean b)", "(a & !b) | (a ^ b)")
op("int conditional(Boolean a)", "a ? 1 : 2")
op("int mixed(int a, long b)", "(int) (a * b >>> 3)", a=_PAIR, b=_WIDE)

MATHS = Group("Maths")
op = MATHS.op

for kind, domain in (("int", _PAIR), ("long", _WIDE)):
    up = kind.title()
    for name in (
        *("min", "max", "floorMod", "floorDiv", "addExact", "subtractExact", "multiplyExact"),
    ):
        op(f"{kind} {name}{up}({kind} a, {kind} b)", f"Math.{name}(a, b)", a=domain, b=domain)
    for name in ("abs", "negateExact", "incrementExact", "decrementExact"):
        op(f"{kind} {name}{up}({kind} a)", f"Math.{name}(a)")
op("int toIntExact(long a)", "Math.toIntExact(a)")
op("long multiplyFull(int a, int b)", "Math.multiplyFull(a, b)", a=_PAIR, b=_PAIR)
op("long multiplyHigh(long a, long b)", "Math.multiplyHigh(a, b)", a=_WIDE, b=_WIDE)
for kind in ("float", "double"):
    up = kind.title()
    for name in ("min", "max", "copySign"):
        op(f"{kind} {name}{up}({kind} a, {kind} b)", f"Math.{name}(a, b)")
    for name in ("abs", "signum", "ulp", "nextUp"):
        op(f"{kind} {name}{up}({kind} a)", f"Math.{name}(a)")
op("int roundFloat(float a)", "Math.round(a)", a=(NAN, -INF, -2.5, -1.5, -0.0, 0.5, 2.5, 1e30))
op("long roundDouble(double a)", "Math.round(a)",
   a=(NAN, -INF, -2.5, -0.5, -0.0, 0.49999999999999994, 0.5, 4503599627370497.5, 1e300, INF))
for name in ("sqrt", "floor", "ceil", "rint"):
    op(f"double {name}(double a)", f"Math.{name}(a)")
    op(f"double strict{name.title()}(double a)", f"StrictMath.{name}(a)")
for name in ("sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh"):
    op(f"double {name}Known()", f"StrictMath.{name}(0.0)")
op("double expKnown()", "StrictMath.exp(1.0) + StrictMath.expm1(0.0) + Math.exp(0.0)")
op("double logKnown()", "StrictMath.log(1.0) + StrictMath.log10(1.0) + StrictMath.log1p(0.0)")
op("double intrinsicsKnown()", "Math.sin(0.0) + Math.cos(0.0) + Math.tan(0.0) + Math.log(1.0)"
   " + Math.log10(1.0)")
op("double atan2Known()", "StrictMath.atan2(0.0, -0.0)")
op("double logLimits()", "StrictMath.log(-1.0) + StrictMath.log(0.0)")
op("double sinSymbolic(double a)", "Math.sin(a)", a=(0.0, NAN), told="symbolic")
for kind in ("int", "long"):
    op(f"{kind} strictMin{kind.title()}({kind} a, {kind} b)", "StrictMath.min(a, b)")
    op(f"{kind} strictMax{kind.title()}({kind} a, {kind} b)", "StrictMath.max(a, b)")
    op(f"{kind} strictAbs{kind.title()}({kind} a)", "StrictMath.abs(a)")
for kind in ("float", "double"):
    op(f"{kind} strictMin{kind.title()}({kind} a, {kind} b)", "StrictMath.min(a, b)")
    op(f"{kind} strictMax{kind.title()}({kind} a, {kind} b)", "StrictMath.max(a, b)")
    op(f"{kind} strictAbs{kind.title()}({kind} a)", "StrictMath.abs(a)")
op("int strictRoundFloat(float a)", "StrictMath.round(a)")
op("long strictRoundDouble(double a)", "StrictMath.round(a)")

BOXES = Group("Boxes")
op = BOXES.op

_DIGITS = (None, "", "7", "-", "-3", "+3", "1a", " 1", "00")
op("int parseInt(String s)", "Integer.parseInt(s)", s=(*_DIGITS, "\u0663"), told="from ASCII text")
op("int parseIntLimits(String s)", "Integer.parseInt(s)", length=11,
   s=("2147483647", "2147483648", "-2147483648", "-2147483649", "9999999999"))
op("int parseIntRadix(String s)", "Integer.parseInt(s, 16)", s=(None, "", "f"), told="radix")
op("int parseHex()", 'Integer.parseInt("-fF", 16) + Integer.parseInt("\u0663")')
op("int parseHexWrong()", 'Integer.parseInt("g", 16)')
op("int parseRadixLow()", 'Integer.parseInt("1", 1)')
op("int parseRadixHigh()", 'Integer.parseInt("1", 37)')
op("long parseLongRadix()", 'Long.parseLong("-101", 2) + Long.parseLong("9223372036854775807")')
op("long parseLongWrong()", 'Long.parseLong("9223372036854775808")')
op("Integer valueOfText(String s)", "Integer.valueOf(s)", s=(None, "", "7", "x"))
op("int parseSmall()", 'Short.parseShort("-32768") + Byte.parseByte("127")')
op("short parseShortWrong()", 'Short.parseShort("32768")')
op("byte parseByteWrong()", 'Byte.parseByte("128")')
op("boolean parseBoolean(String s)", "Boolean.parseBoolean(s)", s=(None, "", "true", "TRUE", "no"),
   length=4)
op("double parseDoubleKnown()", 'Double.parseDouble(" -1.5e3 ")')
op("double parseDoubleWrong()", 'Double.parseDouble("x")')
op("double parseDouble(String s)", "Double.parseDouble(s)", s=(None, "1"), told="floating-point")
op("String intToString(int a)", "Integer.toString(a)")
op("String longToString(long a)", "Long.toString(a)")
op("String intToStringRadix(int a)", "Integer.toString(a, 2)", a=(INT_MIN, -1, 0, 5))
op("String toHexString(int a)", "Integer.toHexString(a)", a=(INT_MIN, -1, 0, 255))
op("String toBinaryString(int a)", "Integer.toBinaryString(a)", a=(INT_MIN, 0, 5))
op("String toOctalString(int a)", "Integer.toOctalString(a)", a=(INT_MIN, 0, 8))
op("String longToHexString(long a)", "Long.toHexString(a)", a=(LONG_MIN, 0, 255))
op("String longToBinaryString(long a)", "Long.toBinaryString(a)", a=(-1, 0, 5))
op("String longToOctalString(long a)", "Long.toOctalString(a)", a=(-1, 0, 8))
op("String longToStringRadix(long a)", "Long.toString(a, 36)", a=(-1, 0, 35), told="symbolic")
op("String radixesKnown()", "Integer.toHexString(-1) + Integer.toBinaryString(5)"
   " + Integer.toOctalString(8) + Integer.toString(-255, 16) + Long.toString(35L, 36)"
   " + Long.toHexString(-1L) + Long.toBinaryString(5L) + Long.toOctalString(8L)")
op("String doubleToString()",
   "Double.toString(1e7) + Double.toString(-0.001) + Double.toString(2e-3)")
op("String floatToString()", "Float.toString(1.1f) + Float.toString(1e10f)")
op("Integer boxInt(int a)", "a", a=(-129, -128, 0, 127, 128))
op("boolean sameBoxes(int a, int b)", "Integer x = a, y = b; return x == y;",
   a=(-129, -128, 127, 128), b=(-129, -128, 127, 128))
op("boolean sameLongs(long a)", "Long x = a, y = a; return x == y;", a=(-129, -128, 127, 128))
op("boolean sameShorts(short a)", "Short x = a, y = a; return x == y;", a=(-129, -128, 127, 128))
op("boolean sameBytes(byte a)", "Byte x = a, y = a; return x == y;")
op("boolean sameCharacters(char a)", "Character x = a, y = a; return x == y;",
   a=("\0", "\x7f", "\x80"))
op("boolean sameBooleans(boolean a)", "Boolean x = a, y = a; return x == y;")
op("boolean sameDoubles(double a)", "Double x = a, y = a; return x == y;", a=(0.0, 1.0))
op("int unboxInt(Integer a)", "a")
op("long unboxLong(Long a)", "a")
op("double unboxDouble(Double a)", "a")
op("boolean unboxBoolean(Boolean a)", "a")
op("char unboxCharacter(Character a)", "a")
for box in ("Integer", "Long", "Double", "Character", "Boolean"):
    op(f"boolean equals{box}({box} a, {box} b)", "a.equals(b)")
    op(f"int hash{box}({box} a)", "a.hashCode()")
    op(f"int compare{box}({box} a, {box} b)", "a.compareTo(b)")
op("boolean equalsOther(Integer a, Long b)", "a.equals(b)")
op("String boxToString(Integer a)", "a.toString()")
for name in ("compare", "compareUnsigned", "divideUnsigned", "remainderUnsigned", "rotateLeft"):
    op(f"int {name}Int(int a, int b)", f"Integer.{name}(a, b)", a=_PAIR, b=_PAIR)
for name in (
    *("bitCount", "reverse", "reverseBytes", "highestOneBit", "lowestOneBit", "signum"),
    *("numberOfLeadingZeros", "numberOfTrailingZeros"),
):
    op(f"int {name}Int(int a)", f"Integer.{name}(a)")
op("int bitCountLong(long a)", "Long.bitCount(a)")
op("int compareLongs(long a, long b)", "Long.compare(a, b)", a=_WIDE, b=_WIDE)
op("int compareDoubles(double a, double b)", "Double.compare(a, b)")
op("int compareFloats(float a, float b)", "Float.compare(a, b)")
op("boolean isNaN(double a)", "Double.isNaN(a)")
op("boolean isInfinite(double a)", "Double.isInfinite(a)")
op("long doubleBits(double a)", "Double.doubleToLongBits(a)")
op("long rawDoubleBits(double a)", "Double.doubleToRawLongBits(a)", a=(-INF, -0.0, 1.5))
op("double bitsDouble(long a)", "Double.longBitsToDouble(a)", a=(0, 1, LONG_MIN, 0x7FF0 << 48))
op("int floatBits(float a)", "Float.floatToIntBits(a)")
op("int rawFloatBits(float a)", "Float.floatToRawIntBits(a)", a=(-INF, -0.0, 1.5))
op("float bitsFloat(int a)", "Float.intBitsToFloat(a)", a=(0, 1, INT_MIN, 0x7F800000))
op("int limits()", "Integer.MAX_VALUE + Byte.MIN_VALUE + Short.MAX_VALUE + Character.MAX_VALUE")

CHARACTERS = Group("Characters")
op = CHARACTERS.op

_KINDS = (
    *("\0", "\t", "\n", "\x1c", " ", "0", "9", "A", "Z", "a", "z", "_", "\x7f", "\x85", "\u00a0"),
    *("\u00aa", "\u00b5", "\u00df", "\u00ff", "\u0130", "\u0131", "\u01c5", "\u0345", "\u0660"),
    *("\u1e9e", "\u2003", "\u2028", "\u2160", "\u24b6", "\u3000", "\u4e00", "\ud800", "\uff21"),
)
for name in (
    *("isDigit", "isLetter", "isLetterOrDigit", "isWhitespace", "isUpperCase", "isLowerCase"),
):
    op(f"boolean {name}(char c)", f"Character.{name}(c)", c=_KINDS)
op("boolean isAlphabetic(char c)", "Character.isAlphabetic(c)", c=_KINDS, told="of Latin-1")
for name in ("toUpperCase", "toLowerCase"):
    op(f"char {name}(char c)", f"Character.{name}(c)", c=_KINDS, told="of Latin-1")
op("int getType(char c)", "Character.getType(c)", c=_KINDS, told="of Latin-1")
op("int getTypeKnown()", "Character.getType(0x1D400) + 100 * Character.getType('\\u0300')")
op("int digit(char c)", "Character.digit(c, 16)", c=("0", "9", "a", "g", "F", "\uff21"),
   told="of Latin-1")
op("int digitRadix(char c, int r)", "Character.digit(c, r)", c=("0", "a"), r=(0, 2, 36, 37),
   told="symbolic radix")
op("int numericValue(char c)", "Character.getNumericValue(c)", c=("0", "a", "?"))
op("boolean isSurrogate(char c)", "Character.isSurrogate(c)")
op("boolean isHighSurrogate(char c)", "Character.isHighSurrogate(c)")
op("int toCodePoint(char a, char b)", "Character.toCodePoint(a, b)")
op("int charCount(int c)", "Character.charCount(c)", c=(0, 0xFFFF, 0x10000))
op("String toString(char c)", "Character.toString(c)")
op("int compare(char a, char b)", "Character.compare(a, b)")
op("Character box(char c)", "c")
op("boolean isLetterPoint(int c)", "Character.isLetter(c)", c=(-1, 65, 0x1D400, 0x110000),
   told="beyond 0xFFFF")
op("boolean isLetterKnown()", "Character.isLetter(0x1D400) & !Character.isLetter(0x110000)")
op("char forDigit(int d, int r)", "Character.forDigit(d, r)", d=(-1, 0, 10, 36), r=(1, 2, 16, 37))
