package ordinary;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.Scanner;

/** What stands in standard input, or in a text, word by word and line by line. */
public final class Reading {
    private Reading() {
    }

    public static int sum() {
        Scanner in = new Scanner(System.in);
        int sum = 0;
        for (int left = in.nextInt() & 1; left >= 0; left--) {
            sum += in.nextInt();
        }
        return in.hasNext() ? sum : -sum;
    }

    public static String mixed() {
        Scanner in = new Scanner(System.in);
        if (in.hasNextInt()) {
            int number = in.nextInt();
            return number + in.nextLine() + in.nextLine().length();
        }
        return in.hasNextLine() ? in.next().trim() : "none";
    }

    public static double others() {
        try (Scanner in = new Scanner(System.in)) {
            long large = in.nextLong();
            double fraction = in.nextDouble();
            return large > 1L << 40 ? fraction : in.nextBoolean() ? 1.0 : 2.0;
        }
    }

    public static int words(String text) {
        Scanner in = new Scanner(text.length() == 2 ? text : " a b ");
        int count = 0;
        while (in.hasNext()) {
            in.next();
            count++;
        }
        return count;
    }

    public static String numbers() {
        Scanner in = new Scanner(" 12\n-1,234 7,1 \r\n\n99999999999 2.5 true");
        String found = in.nextInt() + " " + in.nextInt() + in.hasNextInt() + in.next();
        found += "[" + in.nextLine() + "][" + in.nextLine() + "]" + in.hasNextInt() + in.nextLong();
        return found + in.nextDouble() + in.nextBoolean() + in.hasNextLine() + in.hasNext();
    }

    public static String line() throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        String first = in.readLine();
        return first == null || first.length() > 1 ? first : in.readLine();
    }

    public static int bytes() throws IOException {
        int first = System.in.read();
        return first == 'a' ? System.in.read() : first;
    }
}
