// violated: some text of two characters
package tasks;

import org.sosy_lab.sv_benchmarks.Verifier;

public class Texts {
    public static void main(String[] args) {
        String text = Verifier.nondetString();
        Verifier.assume(text != null && text.length() == 2);
        assert !(text + "!").equals("hi!");
    }
}
