package structures;

/** The heap of benchmarks/java with a fixed capacity: what is published of the other was counted here. */
public class FixedHeap {
    int[] array;
    int size;

    boolean repOK() {
        if (array == null || size < 0 || size >= array.length) {
            return false;
        }
        for (int i = 2; i <= size; i++) {
            if (array[i] < array[i / 2]) {
                return false;
            }
        }
        return true;
    }

    public void insert(int key) {
        if (size == array.length - 1) {
            throw new IllegalStateException("overflow");
        }
        int hole = ++size;
        for (; hole > 1 && key < array[hole / 2]; hole /= 2) {
            array[hole] = array[hole / 2];
        }
        array[hole] = key;
    }
}
