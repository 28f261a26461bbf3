package heapwise.replay;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A class file in which calls of methods that ask the machine for something (the time, the
 * environment) are calls of {@link Given}, which answers what the witness says. Only the constant
 * pool changes: a reference to {@code System.nanoTime} names another class.
 */
final class Redirect {
    private static final String OURS = "heapwise/replay/Given";
    private static final Set<String> METHODS = Set.of(
            "java/lang/System.nanoTime()J",
            "java/lang/System.currentTimeMillis()J",
            "java/lang/System.getenv(Ljava/lang/String;)Ljava/lang/String;",
            "java/lang/System.getProperty(Ljava/lang/String;)Ljava/lang/String;",
            "java/lang/System.getProperty(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/String;",
            "java/lang/System.setProperty(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/String;",
            "java/lang/System.clearProperty(Ljava/lang/String;)Ljava/lang/String;",
            "java/lang/Math.random()D",
            "java/lang/StrictMath.random()D");

    private final ByteBuffer data;
    private final int[] offsets;
    private final int end;

    private Redirect(byte[] bytes) {
        data = ByteBuffer.wrap(bytes);
        int count = data.getChar(8);
        offsets = new int[count];
        int at = 10;
        for (int i = 1; i < count; i++) {
            offsets[i] = at;
            int tag = data.get(at);
            at += size(tag, at);
            if (tag == 5 || tag == 6) { // long and double take two places
                i++;
            }
        }
        end = at;
    }

    private int size(int tag, int at) {
        switch (tag) {
            case 1:
                return 3 + data.getChar(at + 1);
            case 5:
            case 6:
                return 9;
            case 7:
            case 8:
            case 16:
            case 19:
            case 20:
                return 3;
            case 15:
                return 4;
            default:
                return 5;
        }
    }

    static byte[] of(byte[] bytes) {
        try {
            return new Redirect(bytes.clone()).changed(bytes);
        } catch (IOException | RuntimeException e) {
            return bytes; // malformed: the JVM says so better
        }
    }

    private byte[] changed(byte[] original) throws IOException {
        List<Integer> found = new ArrayList<>();
        for (int i = 1; i < offsets.length; i++) {
            int at = offsets[i];
            if (at > 0 && data.get(at) == 10 && METHODS.contains(method(at))) {
                found.add(at);
            }
        }
        if (found.isEmpty()) {
            return original;
        }
        int count = offsets.length;
        for (int at : found) {
            data.putChar(at + 1, (char) (count + 1));
        }
        data.putChar(8, (char) (count + 2));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.write(data.array(), 0, end);
        out.writeByte(1);
        out.writeUTF(OURS);
        out.writeByte(7);
        out.writeShort(count);
        out.write(data.array(), end, data.capacity() - end);
        return bytes.toByteArray();
    }

    private String method(int at) throws IOException {
        int pair = offsets[data.getChar(at + 3)];
        String owner = text(data.getChar(offsets[data.getChar(at + 1)] + 1));
        return owner + "." + text(data.getChar(pair + 1)) + text(data.getChar(pair + 3));
    }

    private String text(int index) throws IOException {
        int at = offsets[index] + 1;
        ByteArrayInputStream in = new ByteArrayInputStream(data.array(), at,
                2 + data.getChar(at));
        return new DataInputStream(in).readUTF();
    }
}
