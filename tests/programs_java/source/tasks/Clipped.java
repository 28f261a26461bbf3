// safe: indexes that are out of bounds are moved to the nearest that is not
package tasks;

import org.cprover.CProver;
import org.cprover.CProverString;

public class Clipped {
    public static void main(String[] args) {
        String text = CProver.nondetString();
        int start = CProver.nondetInt();
        CProver.assume(text != null && text.length() == 2 && start > 0);
        String rest = CProverString.substring(text, start, 9);
        assert rest.length() == (start == 1 ? 1 : 0);
        assert CProverString.charAt(text, 1) == text.charAt(1);
        assert CProverString.substring(text, -3).equals(text);
        StringBuilder builder = new StringBuilder("abc");
        CProverString.insert(builder, 9, text, 0, 1);
        CProverString.deleteCharAt(builder, 0);
        CProverString.setCharAt(builder, start, 'x');
        assert builder.length() == 3 && builder.charAt(0) == 'b';
        assert CProverString.isValidInt(CProverString.toString(start), 10);
        assert CProverString.codePointCount(text, 0, 5) == 2;
        assert CProverString.equals(null, null) && !CProverString.equals(text, null);
    }
}
