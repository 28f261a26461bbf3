package heapwise.replay;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Just enough JSON for one line in and one line out: objects are maps, arrays are lists, numbers are
 * {@code Long}, null is null. Floats travel as text, so no other numbers occur.
 */
final class Json {
    private final String text;
    private int at;

    private Json(String text) {
        this.text = text;
    }

    static Object read(String text) {
        Json json = new Json(text);
        Object value = json.value();
        json.blank();
        if (json.at != text.length()) {
            throw json.wrong();
        }
        return value;
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> object(Object value) {
        return (Map<String, Object>) value;
    }

    @SuppressWarnings("unchecked")
    static List<Object> list(Object value) {
        return (List<Object>) value;
    }

    private Object value() {
        blank();
        if (at >= text.length()) {
            throw wrong();
        }
        switch (text.charAt(at)) {
            case '{':
                return map();
            case '[':
                return array();
            case '"':
                return string();
            case 't':
                return word("true", Boolean.TRUE);
            case 'f':
                return word("false", Boolean.FALSE);
            case 'n':
                return word("null", null);
            default:
                return number();
        }
    }

    private Map<String, Object> map() {
        Map<String, Object> found = new LinkedHashMap<>();
        at++;
        if (next('}')) {
            return found;
        }
        do {
            blank();
            String key = string();
            expect(':');
            found.put(key, value());
        } while (next(','));
        expect('}');
        return found;
    }

    private List<Object> array() {
        List<Object> found = new ArrayList<>();
        at++;
        if (next(']')) {
            return found;
        }
        do {
            found.add(value());
        } while (next(','));
        expect(']');
        return found;
    }

    private String string() {
        if (text.charAt(at) != '"') {
            throw wrong();
        }
        StringBuilder found = new StringBuilder();
        for (at++; text.charAt(at) != '"'; at++) {
            char c = text.charAt(at);
            found.append(c == '\\' ? escaped() : c);
        }
        at++;
        return found.toString();
    }

    private char escaped() {
        char c = text.charAt(++at);
        switch (c) {
            case 'n':
                return '\n';
            case 't':
                return '\t';
            case 'r':
                return '\r';
            case 'b':
                return '\b';
            case 'f':
                return '\f';
            case 'u':
                at += 4;
                return (char) Integer.parseInt(text.substring(at - 3, at + 1), 16);
            default:
                return c;
        }
    }

    private Long number() {
        int start = at;
        while (at < text.length() && "-0123456789".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        try {
            return Long.valueOf(text.substring(start, at));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("not a 64-bit integer at " + start + " of the request");
        }
    }

    private Object word(String word, Object meaning) {
        if (!text.startsWith(word, at)) {
            throw wrong();
        }
        at += word.length();
        return meaning;
    }

    private boolean next(char c) {
        blank();
        if (at < text.length() && text.charAt(at) == c) {
            at++;
            return true;
        }
        return false;
    }

    private void expect(char c) {
        if (!next(c)) {
            throw wrong();
        }
    }

    private void blank() {
        while (at < text.length() && text.charAt(at) <= ' ') {
            at++;
        }
    }

    private IllegalArgumentException wrong() {
        return new IllegalArgumentException("malformed JSON at " + at + " of the request");
    }

    static void write(Object value, StringBuilder out) {
        if (value instanceof Map) {
            String before = "{";
            for (Map.Entry<?, ?> entry : ((Map<?, ?>) value).entrySet()) {
                out.append(before);
                writeString(entry.getKey().toString(), out);
                out.append(':');
                write(entry.getValue(), out);
                before = ",";
            }
            out.append(before.equals("{") ? "{}" : "}");
        } else if (value instanceof List) {
            String before = "[";
            for (Object item : (List<?>) value) {
                out.append(before);
                write(item, out);
                before = ",";
            }
            out.append(before.equals("[") ? "[]" : "]");
        } else if (value instanceof String) {
            writeString((String) value, out);
        } else {
            out.append(value);
        }
    }

    private static void writeString(String text, StringBuilder out) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c >= ' ' && c < 127) {
                out.append(c);
            } else {
                out.append("\\u").append(Integer.toHexString(0x10000 | c), 1, 5);
            }
        }
        out.append('"');
    }
}
