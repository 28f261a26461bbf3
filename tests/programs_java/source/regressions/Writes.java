package regressions;

import java.io.FileWriter;
import java.io.IOException;

/** A file, of which nothing is known here. */
public final class Writes {
    private Writes() {
    }

    public static void to(String path) throws IOException {
        new FileWriter(path).close();
    }
}
