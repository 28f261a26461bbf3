package kiasan;

import java.util.NoSuchElementException;

/** A heap of ints in an array; the smallest is at index 1. */
public class BinaryHeap {
    int[] array;
    int size;

    // ------------------------------------------------------------------ contract

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

    boolean deleteMin_post(int result) {
        return size == 0 || result <= array[1];
    }

    boolean findMin_post(int result) {
        for (int i = 1; i <= size; i++) {
            if (array[i] < result) {
                return false;
            }
        }
        return true;
    }

    // ------------------------------------------------------------------ operations

    public boolean isEmpty() {
        return size == 0;
    }

    public int findMin() {
        if (size == 0) {
            throw new NoSuchElementException();
        }
        return array[1];
    }

    public void insert(int key) {
        if (size + 1 == array.length) {
            int[] larger = new int[2 * array.length];
            for (int i = 1; i <= size; i++) {
                larger[i] = array[i];
            }
            array = larger;
        }
        int hole = ++size;
        while (hole > 1 && key < array[hole / 2]) {
            array[hole] = array[hole / 2];
            hole /= 2;
        }
        array[hole] = key;
    }

    public int deleteMin() {
        int least = findMin();
        int moved = array[size--];
        int hole = 1;
        while (2 * hole <= size) {
            int child = 2 * hole;
            if (child < size && array[child + 1] < array[child]) {
                child++;
            }
            if (array[child] >= moved) {
                break;
            }
            array[hole] = array[child];
            hole = child;
        }
        if (size > 0) {
            array[hole] = moved;
        }
        return least;
    }
}
