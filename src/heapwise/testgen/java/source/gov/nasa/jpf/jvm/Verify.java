package gov.nasa.jpf.jvm;

/** As it was called before version 7 of Java PathFinder. */
public final class Verify extends gov.nasa.jpf.vm.Verify {
    private Verify() {
    }
}
