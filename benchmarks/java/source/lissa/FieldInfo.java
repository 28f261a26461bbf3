package lissa;

/** A field of a message: its number and its name. */
public class FieldInfo {
    final int tagNumber;
    final String name;

    FieldInfo(int tagNumber, String name) {
        this.tagNumber = tagNumber;
        this.name = name;
    }
}
