package rounds;

/** Code that goes round: over trees and lists that may be cyclic. */
public class Rounds {
    static class Tree {
        int value;
        Tree left, right;
    }

    static class Cell {
        int value;
        Cell next;
    }

    public static int size(Tree tree) {
        return tree == null ? 0 : 1 + size(tree.left) + size(tree.right);
    }

    /** Does not end on a cyclic list, although the number of turns differs in each. */
    public static int length(Cell cell) {
        int count = 0;
        while (cell != null) {
            count++;
            cell = cell.next;
        }
        return count;
    }

    /** Ends on every list, after as many turns as it takes to get round a cycle. */
    public static int lengthOfOneRound(Cell first) {
        int count = 0;
        for (Cell cell = first; cell != null; cell = cell.next) {
            count++;
            if (cell.next == first) {
                return count;
            }
            if (count > 3) {
                return -1;
            }
        }
        return count;
    }

    /** A search by halves that does not always make its part smaller. */
    public static int searched(int[] numbers, int wanted) {
        int low = 0;
        int high = numbers.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (numbers[middle] < wanted) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Comes back to 0 from 0. */
    public static int halvings(int number) {
        int count = 0;
        while (number != 1) {
            number = number % 2 == 0 ? number / 2 : 3 * number + 1;
            count++;
        }
        return count;
    }
}
