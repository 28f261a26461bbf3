"""Strings and string builders."""

# fmt: off
# A table: a row takes one line or two.
from java_operations.table import (
    EMOJI,
    FEW_INDEXES,
    FEW_TEXTS,
    HIGH,
    INDEXES,
    INT_MAX,
    INT_MIN,
    LOW,
    Group,
    Same,
)

STRINGS = Group("Strings")
op = STRINGS.op

_CASED = (None, "", "a", "B", "aB", "Z1", "\u00df", "\u0130", "\u01c5", EMOJI)
_BLANKS = (None, "", " ", "\t", "a ", " a", "\u00a0", "\u2003", "\x1c", "\0")
_BEYOND = "of ASCII text"

op("int length(String s)", "s.length()", s=(*FEW_TEXTS, "\u00df", EMOJI))
op("boolean isEmpty(String s)", "s.isEmpty()")
op("boolean isBlank(String s)", "s.isBlank()", s=_BLANKS)
op("char charAt(String s, int i)", "s.charAt(i)", s=(*FEW_TEXTS, EMOJI), i=INDEXES)
op("int codePointAt(String s, int i)", "s.codePointAt(i)", s=(None, "ab", EMOJI, HIGH), i=INDEXES)
op("boolean equals(String s, String t)", "s.equals(t)", t=(*FEW_TEXTS, Same("s")))
op("boolean equalsObject(String s, Object t)", "s.equals(t)", s=FEW_TEXTS, t=(None, "a"))
op("boolean identical(String s, String t)", "s == t", t=(*FEW_TEXTS, Same("s")))
op("boolean contentEquals(String s, StringBuilder t)", "s.contentEquals(t)")
op("boolean equalsIgnoreCase(String s, String t)", "s.equalsIgnoreCase(t)",
   s=(None, "", "a", "aB", "\u00df"), t=(None, "", "A", "Ab", "\u00df"), told=_BEYOND)
op("int hashCode(String s)", "s.hashCode()", s=("", "a", "\u00df", "Aa", "BB"))
op("boolean hashesAlike(String s)", 's.hashCode() == "ab".hashCode()', s=(*FEW_TEXTS, "ab", "bD"))
op("int compareTo(String s, String t)", "s.compareTo(t)", t=(None, "", "a", "ba", EMOJI))
op("int compareToKnown(String s)", 's.compareTo("ab")', s=(None, "", "a", "ab", "b", EMOJI))
op("int compareKnownTo(String s)", '"ab".compareTo(s)', s=(None, "", "a", "ab", "b", EMOJI))
op("int compareToIgnoreCase(String s, String t)", "s.compareToIgnoreCase(t)",
   s=(None, "", "a", "aB", "\u00df"), t=(None, "", "A", "b"), told=_BEYOND)
op("boolean startsWith(String s, String t)", "s.startsWith(t)")
op("boolean startsWithAt(String s, String t, int i)", "s.startsWith(t, i)",
   s=FEW_TEXTS, t=(None, "", "b"), i=INDEXES)
op("boolean endsWith(String s, String t)", "s.endsWith(t)")
op("boolean contains(String s, String t)", "s.contains(t)")
op("boolean containsBuilder(String s, StringBuilder t)", "s.contains(t)")
_CODES = (INT_MIN, -1, 0, 97, 98, 0x1F600, 0x110000)
op("int indexOfChar(String s, int c)", "s.indexOf(c)",
   s=(None, "", "ba", "\0", EMOJI), c=_CODES, told="beyond 0xFFFF")
op("int indexOfCharFrom(String s, int c, int i)", "s.indexOf(c, i)",
   s=(None, "ba"), c=(-1, 97, 0x1F600), i=INDEXES, told="beyond 0xFFFF")
op("int indexOfCharIn(int c)", '"abc".indexOf(c)', c=_CODES)
op("int indexOf(String s, String t)", "s.indexOf(t)")
op("int indexOfFrom(String s, String t, int i)", "s.indexOf(t, i)",
   s=(None, "", "ab"), t=(None, "", "b"), i=INDEXES)
op("int lastIndexOfChar(String s, int c)", "s.lastIndexOf(c)",
   s=(None, "", "aa", EMOJI), c=_CODES, told="beyond 0xFFFF")
op("int lastIndexOfCharFrom(String s, int c, int i)", "s.lastIndexOf(c, i)",
   s=(None, "aa"), c=(-1, 97, 0x1F600), i=INDEXES, told="beyond 0xFFFF")
op("int lastIndexOfKnown(String s)", 's.lastIndexOf("a")')
op("int lastIndexOfEmpty(String s)", 's.lastIndexOf("")')
op("int lastIndexOfFrom(String s, int i)", 's.lastIndexOf("a", i)', i=INDEXES)
op("int lastIndexOf(String s, String t)", "s.lastIndexOf(t)")
op("String substring(String s, int i)", "s.substring(i)", i=INDEXES)
op("String substringTo(String s, int i, int j)", "s.substring(i, j)",
   s=FEW_TEXTS, i=FEW_INDEXES, j=FEW_INDEXES)
op("CharSequence subSequence(String s, int i, int j)", "s.subSequence(i, j)",
   s=(None, "ab"), i=FEW_INDEXES, j=FEW_INDEXES)
op("String concat(String s, String t)", "s.concat(t)")
op("String plus(String s, String t)", "s + t")
op("String plusInt(String s, int i)", "s + i")
op("String plusLong(String s, long i)", "s + i", s=(None, "a"))
op("String plusChar(String s, char c)", "s + c", s=(None, "a"))
op("String plusBoolean(String s, boolean b)", "s + b", s=(None, "a"))
op("String plusByte(String s, byte b)", "s + b", s=(None, "a"))
op("String plusBox(String s, Integer i)", "s + i", s=(None, "a"))
op("String plusNull(String s)", "s + null")
op("String plusEquals(String s, int i)", "s += i; return s;", s=(None, "a"))
op("String replaceChar(String s)", "s.replace('a', 'b')", s=(None, "", "a", "ba", "b\u00df"))
op("String replaceCharIn(char c, char d)", '"aba".replace(c, d)', c=("a", "c"), d=("b", HIGH))
op("String replace(String s, String t)", 's.replace("a", t)', t=(None, "", "b"))
op("String replaceIn(String t)", '"aba".replace(t, "x")', t=(None, "", "a", "c"))
op("String replaceEmpty(String s)", 's.replace("", "x")', s=(None, "", "a", "ab"))
op("String toLowerCase(String s)", "s.toLowerCase()", s=_CASED, told=_BEYOND)
op("String toUpperCase(String s)", "s.toUpperCase()", s=_CASED, told=_BEYOND)
op("String trim(String s)", "s.trim()", s=_BLANKS)
op("String strip(String s)", "s.strip()", s=_BLANKS)
op("String stripLeading(String s)", "s.stripLeading()", s=_BLANKS)
op("String stripTrailing(String s)", "s.stripTrailing()", s=_BLANKS)
op("String repeat(String s, int i)", "s.repeat(i)", s=FEW_TEXTS, i=(INT_MIN, -1, 0, 1, 2))
op("char[] toCharArray(String s)", "s.toCharArray()", s=(*FEW_TEXTS, EMOJI))
op("void getChars(String s, int i, int j, char[] a, int k)", "s.getChars(i, j, a, k);",
   s=(None, "ab"), i=(-1, 0, 1), j=(0, 1, 3), a=(None, ("x",)), k=(-1, 0, 1))
op("boolean interned(String s)", 's.intern() == "ab"', s=(None, "", "ab"), told="interned")
op("boolean internedKnown()", 'new String("ab").intern() == "ab"')
op("String ofCodePoints(int[] a, int i, int n)", "new String(a, i, n)",
   a=(None, (), (97,), (98, 0x1F600), (-1, 0x110000)), i=(-1, 0, 1), n=(-1, 0, 1, 2),
   told="beyond 0xFFFF")
op("int split(String s)", 's.split(",").length', s=(None, "", ",", "a", "a,", ",a", ",,"))
op("String[] splitAll(String s)", 's.split(",", -1)', s=(None, "", ",", "a", "a,", ",a", ",,"))
op("String[] splitTwo(String s)", 's.split(",", 2)', s=(None, "", ",", "a", "a,", ",a", ",,"))
op("int codePointCount(String s, int i, int j)", "s.codePointCount(i, j)",
   s=(None, "ab", EMOJI), i=FEW_INDEXES, j=FEW_INDEXES)
op("boolean regionMatches(String s, int i, String t, int j, int n)", "s.regionMatches(i, t, j, n)",
   s=(None, "ab"), i=(-1, 0, 1), t=(None, "b"), j=(-1, 0, 1), n=(-1, 0, 1, INT_MAX))
op("boolean regionMatchesCase(String s, String t)", "s.regionMatches(true, 0, t, 0, 1)",
   s=(None, "", "a", "B"), t=(None, "", "A", "b", "\u00df"), told=_BEYOND, length=1)
op("long chars(String s)", "s.chars().count()")
op("String valueOfObject(Object o)", "String.valueOf(o)", o=(None, "a", 1))
op("String valueOfChars(char[] a)", "String.valueOf(a)")
op("String valueOfPart(char[] a, int i, int n)", "String.valueOf(a, i, n)",
   a=(None, ("a", "b")), i=FEW_INDEXES, n=(-1, 0, 1, 2, INT_MAX))
op("String copyValueOf(char[] a)", "String.copyValueOf(a)")
op("String copyValueOfPart(char[] a, int i, int n)", "String.copyValueOf(a, i, n)",
   a=(None, ("a", "b")), i=FEW_INDEXES, n=(-1, 0, 1))
op("String valueOfBoolean(boolean b)", "String.valueOf(b)")
op("String valueOfChar(char c)", "String.valueOf(c)")
op("String valueOfInt(int i)", "String.valueOf(i)")
op("String valueOfLong(long i)", "String.valueOf(i)")
op("String valueOfFloat(float f)", "String.valueOf(f)", told="floating-point")
op("String valueOfDouble(double d)", "String.valueOf(d)", told="floating-point")
op("String newEmpty()", "new String()")
op("String newCopy(String s)", "new String(s)")
op("String newOfChars(char[] a)", "new String(a)")
op("String newOfPart(char[] a, int i, int n)", "new String(a, i, n)",
   a=(None, ("a", "b")), i=FEW_INDEXES, n=(-1, 0, 1, 2))
op("String newOfBuilder(StringBuilder b)", "new String(b)")
op("String newOfBuffer(StringBuffer b)", "new String(b)")
op("String join(String s, String t)", "String.join(s, t, t)", s=(None, "", ","), t=(None, "a"))
op("String joinArray(String s, String[] a)", "String.join(s, a)", s=(None, "", ","))
op("String joinList(String s, String t)", "String.join(s, List.of(t, t))", s=(None, ","),
   t=(None, "a"))
op("String joinPrefix()",
   'StringJoiner j = new StringJoiner(",", "[", "]"); j.add("a"); j.add(null);'
   " return j.toString();")
op("String itself(String s)", "s.toString()")
op("int switched(String s)",
   'switch (s) { case "a": return 1; case "Aa": return 2; case "BB": return 3; }'
   " return 0;",
   s=(None, "", "a", "Aa", "BB", "ab"))
op("String format(String s, int i)", 'String.format("%s-%d", s, i)', i=(INT_MIN, 0, 7))
op("String formatWidth(int i)", 'String.format("%5d|%-3d|%03d", i, i, i)', i=(-7, 0, 7, 1234))
op("String formatHex(int i)", 'String.format("%x", i)', i=(-1, 0, 255))
op("String formatHexByte(byte b)", 'String.format("%x|%4x", b, b)', b=(-1, 0, 17))
op("String formatSign(int i)", 'String.format("%+d|%+04d", i, i)', i=(-7, 0, 7))
op("String formatText(String s)", 'String.format("%.1s|%3s|%-3s|", s, s, s)',
   s=(None, "", "a", "ab"))
op("String formatFlags()", 'String.format("%,d|%+,.2f|%05.1f", 1234567, 1234.5, -1.25)')
op("String formatNull()", 'String.format("%05d|%-6.2s|", (Integer) null, null)')
op("String formatKnown()", 'String.format("%5s|%-4d|%c|%b|%%|%n", "a", 7, \'x\', true)')
op("String formatMissing(String s)", 'String.format("%s %s", s)', s=(None, "a"))
op("String formatWrong(String s)", 'String.format("%d", s)', s=(None, "a"))
op("String formatted(String s)", '"<%s>".formatted(s)', s=(None, "a"))
op("int highSurrogate(String s)", "s.indexOf(0x1F600)", s=("a", EMOJI, LOW))

BUILDERS = Group("Builders")
op = BUILDERS.op

op("int length(StringBuilder b)", "b.length()")
op("char charAt(StringBuilder b, int i)", "b.charAt(i)", i=INDEXES)
op("StringBuilder append(StringBuilder b, String s)", "b.append(s)", s=(None, "", "x"))
op("StringBuilder appendChar(StringBuilder b, char c)", "b.append(c)")
op("StringBuilder appendInt(StringBuilder b, int i)", "b.append(i)")
op("StringBuilder appendLong(StringBuilder b, long i)", "b.append(i)")
op("StringBuilder appendBoolean(StringBuilder b, boolean z)", "b.append(z)")
op("StringBuilder appendDouble(StringBuilder b)", "b.append(1.5)")
op("StringBuilder appendFloat(StringBuilder b)", "b.append(1.5f)")
op("StringBuilder appendObject(StringBuilder b, Object o)", "b.append(o)", o=(None, "x", 1))
op("StringBuilder appendPart(StringBuilder b, String s, int i, int j)", "b.append(s, i, j)",
   b=(None, "a"), s=(None, "xy"), i=FEW_INDEXES, j=FEW_INDEXES)
op("StringBuilder appendChars(StringBuilder b, char[] a)", "b.append(a)")
op("StringBuilder appendCharsPart(StringBuilder b, char[] a, int i, int n)", "b.append(a, i, n)",
   b=(None, "a"), a=(None, ("x", "y")), i=FEW_INDEXES, n=(-1, 0, 1, 2))
op("StringBuilder appendItself(StringBuilder b)", "b.append(b)")
op("StringBuilder appendBuffer(StringBuilder b, StringBuffer c)", "b.append(c)")
op("StringBuilder appendCodePoint(StringBuilder b, int c)", "b.appendCodePoint(c)",
   b=(None, "a"), c=(-1, 0, 97, 0xFFFF, 0x1F600, 0x110000), told="beyond 0xFFFF")
op("StringBuilder insert(StringBuilder b, int i, String s)", "b.insert(i, s)",
   i=INDEXES, s=(None, "x"))
op("StringBuilder insertChar(StringBuilder b, int i, char c)", "b.insert(i, c)",
   i=FEW_INDEXES, c=("x",))
op("StringBuilder insertInt(StringBuilder b, int i, int n)", "b.insert(i, n)",
   i=FEW_INDEXES, n=(-1, 7))
op("StringBuilder insertBoolean(StringBuilder b, int i, boolean z)", "b.insert(i, z)",
   i=FEW_INDEXES)
op("StringBuilder insertObject(StringBuilder b, int i, Object o)", "b.insert(i, o)",
   i=FEW_INDEXES, o=(None, "x"))
op("StringBuilder deleteCharAt(StringBuilder b, int i)", "b.deleteCharAt(i)", i=INDEXES)
op("StringBuilder delete(StringBuilder b, int i, int j)", "b.delete(i, j)",
   i=FEW_INDEXES, j=INDEXES)
op("StringBuilder replace(StringBuilder b, int i, int j, String s)", "b.replace(i, j, s)",
   b=(None, "", "ab"), i=FEW_INDEXES, j=FEW_INDEXES, s=(None, "x"))
op("StringBuilder reverse(StringBuilder b)", "b.reverse()", b=(*FEW_TEXTS, EMOJI, LOW + HIGH))
op("void setCharAt(StringBuilder b, int i, char c)", "b.setCharAt(i, c);", i=INDEXES, c=("x", LOW))
op("void setLength(StringBuilder b)", "b.setLength(1);")
op("void setLengthMore(StringBuilder b)", "b.setLength(3);", length=3)
op("void setLengthNone(StringBuilder b)", "b.setLength(0);")
op("void setLengthLess(StringBuilder b)", "b.setLength(-1);")
op("String substring(StringBuilder b, int i)", "b.substring(i)", i=INDEXES)
op("String substringTo(StringBuilder b, int i, int j)", "b.substring(i, j)",
   i=FEW_INDEXES, j=FEW_INDEXES)
op("CharSequence subSequence(StringBuilder b, int i, int j)", "b.subSequence(i, j)",
   b=(None, "ab"), i=FEW_INDEXES, j=FEW_INDEXES)
op("int indexOf(StringBuilder b, String s)", "b.indexOf(s)", s=FEW_TEXTS)
op("int indexOfFrom(StringBuilder b, String s, int i)", "b.indexOf(s, i)",
   b=(None, "ab"), s=(None, "", "b"), i=INDEXES)
op("int lastIndexOf(StringBuilder b)", 'b.lastIndexOf("a")', b=(None, "", "aa", "ab"))
op("int lastIndexOfFrom(StringBuilder b, int i)", 'b.lastIndexOf("a", i)',
   b=(None, "", "aa"), i=INDEXES)
op("String string(StringBuilder b)", "b.toString()")
op("int compareTo(StringBuilder b, StringBuilder c)", "b.compareTo(c)")
op("void getChars(StringBuilder b, int i, int j, char[] a, int k)", "b.getChars(i, j, a, k);",
   b=(None, "ab"), i=(-1, 0, 1), j=(0, 1, 3), a=(None, ("x",)), k=(-1, 0, 1))
op("StringBuilder newEmpty()", "new StringBuilder()")
op("int newSized(int i)", "new StringBuilder(i).length()", i=(INT_MIN, -1, 0, 1))
op("StringBuilder newOf(String s)", "new StringBuilder(s)")
op("StringBuilder newOfSequence(CharSequence s)", "new StringBuilder(s)", s=(None, "", "a"))
op("StringBuilder ensured(StringBuilder b)", "b.ensureCapacity(5); b.trimToSize(); return b;")
op("boolean isEmpty(StringBuilder b)", "b.length() == 0 && b.isEmpty()")
op("StringBuffer bufferAppend(StringBuffer b, String s)", "b.append(s)", s=(None, "x"))
op("StringBuffer bufferInsert(StringBuffer b, int i)", 'b.insert(i, "x")', i=FEW_INDEXES)
op("StringBuffer bufferReverse(StringBuffer b)", "b.reverse()")
op("StringBuffer bufferDelete(StringBuffer b, int i, int j)", "b.delete(i, j)",
   i=FEW_INDEXES, j=FEW_INDEXES)
op("char bufferCharAt(StringBuffer b, int i)", "b.charAt(i)", i=INDEXES)
op("String bufferString(StringBuffer b)", "b.toString()")
op("int bufferLength(StringBuffer b)", "b.length()")
