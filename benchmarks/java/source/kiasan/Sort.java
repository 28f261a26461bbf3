package kiasan;

/** Ways to sort an array of ints. */
public final class Sort {
    private Sort() {
    }

    // ------------------------------------------------------------------ contract

    private static boolean isSorted(int[] a) {
        for (int i = 1; i < a.length; i++) {
            if (a[i - 1] > a[i]) {
                return false;
            }
        }
        return true;
    }

    static boolean insertionSort_pre(int[] a) {
        return a != null;
    }

    static boolean insertionSort_post(int[] a) {
        return isSorted(a);
    }

    static boolean selectionSort_pre(int[] a) {
        return a != null;
    }

    static boolean selectionSort_post(int[] a) {
        return isSorted(a);
    }

    static boolean shellsort_pre(int[] a) {
        return a != null;
    }

    static boolean shellsort_post(int[] a) {
        return isSorted(a);
    }

    static boolean heapsort_pre(int[] a) {
        return a != null;
    }

    static boolean heapsort_post(int[] a) {
        return isSorted(a);
    }

    static boolean mergeSort_pre(int[] a) {
        return a != null;
    }

    static boolean mergeSort_post(int[] a) {
        return isSorted(a);
    }

    static boolean quicksort_pre(int[] a) {
        return a != null;
    }

    static boolean quicksort_post(int[] a) {
        return isSorted(a);
    }

    // ------------------------------------------------------------------ operations

    public static void insertionSort(int[] a) {
        for (int p = 1; p < a.length; p++) {
            int moved = a[p];
            int hole = p;
            while (hole > 0 && moved < a[hole - 1]) {
                a[hole] = a[hole - 1];
                hole--;
            }
            a[hole] = moved;
        }
    }

    public static void selectionSort(int[] a) {
        for (int p = 0; p < a.length - 1; p++) {
            int least = p;
            for (int i = p + 1; i < a.length; i++) {
                if (a[i] < a[least]) {
                    least = i;
                }
            }
            swap(a, p, least);
        }
    }

    public static void shellsort(int[] a) {
        for (int gap = a.length / 2; gap > 0; gap /= 2) {
            for (int p = gap; p < a.length; p++) {
                int moved = a[p];
                int hole = p;
                while (hole >= gap && moved < a[hole - gap]) {
                    a[hole] = a[hole - gap];
                    hole -= gap;
                }
                a[hole] = moved;
            }
        }
    }

    public static void heapsort(int[] a) {
        for (int i = a.length / 2 - 1; i >= 0; i--) {
            sink(a, i, a.length);
        }
        for (int end = a.length - 1; end > 0; end--) {
            swap(a, 0, end);
            sink(a, 0, end);
        }
    }

    private static void sink(int[] a, int hole, int end) {
        int moved = a[hole];
        while (2 * hole + 1 < end) {
            int child = 2 * hole + 1;
            if (child + 1 < end && a[child] < a[child + 1]) {
                child++;
            }
            if (moved >= a[child]) {
                break;
            }
            a[hole] = a[child];
            hole = child;
        }
        a[hole] = moved;
    }

    public static void mergeSort(int[] a) {
        mergeSort(a, 0, a.length, new int[a.length]);
    }

    private static void mergeSort(int[] a, int start, int end, int[] spare) {
        if (end - start < 2) {
            return;
        }
        int middle = (start + end) >>> 1;
        mergeSort(a, start, middle, spare);
        mergeSort(a, middle, end, spare);
        int left = start;
        int right = middle;
        for (int i = start; i < end; i++) {
            boolean fromLeft = right >= end || left < middle && a[left] <= a[right];
            spare[i] = fromLeft ? a[left++] : a[right++];
        }
        for (int i = start; i < end; i++) {
            a[i] = spare[i];
        }
    }

    public static void quicksort(int[] a) {
        quicksort(a, 0, a.length - 1);
    }

    private static void quicksort(int[] a, int low, int high) {
        if (low >= high) {
            return;
        }
        int pivot = a[high];
        int border = low;
        for (int i = low; i < high; i++) {
            if (a[i] < pivot) {
                swap(a, i, border++);
            }
        }
        swap(a, border, high);
        quicksort(a, low, border - 1);
        quicksort(a, border + 1, high);
    }

    private static void swap(int[] a, int i, int j) {
        int old = a[i];
        a[i] = a[j];
        a[j] = old;
    }
}
