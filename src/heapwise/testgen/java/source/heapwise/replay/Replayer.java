package heapwise.replay;

import heapwise.jdk.StandardInput;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The JVM in which programs really run. Every line of standard input is a request, answered by one
 * line of JSON. A run has a thread and a limit of CPU time of its own; one that does not end, or that ends
 * the process, is the last: the answer says so, and whoever asks starts another process.
 */
public final class Replayer {
    private static final int KEPT_OUTPUT = 64 * 1024;

    private final PrintStream answers;
    private final Kept printed = new Kept();
    private PrintStream sink;
    private List<Object> path = List.of();
    private URLClassLoader files;
    private Map<String, byte[]> bytes = new HashMap<>();
    private final List<byte[]> single = new ArrayList<>();
    private UserClasses classes;
    private volatile boolean busy;

    private static final int LOOKS = 20;
    private static final long SLICE = 20;

    private Replayer(PrintStream answers) {
        this.answers = answers;
    }

    /** Keeps the first bytes written to it and forgets the rest. */
    private static final class Kept extends OutputStream {
        private final ByteArrayOutputStream data = new ByteArrayOutputStream();

        @Override
        public synchronized void write(int b) {
            if (data.size() < KEPT_OUTPUT) {
                data.write(b);
            }
        }

        @Override
        public synchronized void write(byte[] b, int start, int length) {
            data.write(b, start, Math.min(length, KEPT_OUTPUT - data.size()));
        }

        synchronized String take() {
            String text = data.toString(StandardCharsets.UTF_8);
            data.reset();
            return text;
        }
    }

    public static void main(String[] args) throws IOException {
        Replayer replayer = new Replayer(System.out);
        PrintStream sink = new PrintStream(replayer.printed, true, StandardCharsets.UTF_8);
        BufferedReader in = new BufferedReader(
                new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        replayer.sink = sink;
        Runtime.getRuntime().addShutdownHook(new Thread(replayer::ended));
        replayer.send(Map.of("status", "ready", "java", Runtime.version().toString()));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            replayer.serve(line);
        }
        Runtime.getRuntime().halt(0);
    }

    private void serve(String line) {
        Map<String, Object> answer;
        try {
            Map<String, Object> request = Json.object(Json.read(line));
            answer = run(request);
        } catch (Throwable e) {
            answer = failure(e);
        }
        Map<String, Object> whole = new LinkedHashMap<>(answer);
        whole.put("printed", Map.of("str", printed.take()));
        send(whole);
        if ("timeout".equals(answer.get("status"))) {
            // No way to end a thread that does not want to.
            Runtime.getRuntime().halt(3);
        }
    }

    private static Map<String, Object> failure(Throwable e) {
        if (e instanceof OutOfMemoryError) {
            return Map.of("status", "memory", "why", String.valueOf(e));
        }
        String why = e instanceof Invalid ? e.getMessage() : String.valueOf(e);
        return Map.of("status", "invalid", "why", why);
    }

    private Map<String, Object> run(Map<String, Object> request)
            throws InterruptedException, IOException {
        long millis = (Long) request.get("millis");
        long stack = (Long) request.get("stack");
        UserClasses loader = loader(Json.list(request.get("classpath")));
        // A run before may have set others.
        System.setIn(new StandardInput());
        System.setOut(sink);
        System.setErr(sink);
        Object[] answer = new Object[1];
        Thread thread = new Thread(null, () -> {
            try {
                answer[0] = request.containsKey("sequence")
                        ? new CallSequence(request, loader).answer()
                        : new Call(request, loader).answer();
            } catch (Throwable e) {
                answer[0] = failure(e);
            }
        }, "main", stack);
        thread.setDaemon(true);
        thread.setContextClassLoader(loader);
        busy = true;
        thread.start();
        await(thread, millis, (Long) request.get("patience"));
        busy = false;
        if (thread.isAlive()) {
            return Map.of("status", "timeout", "why", "not finished after " + millis + " ms",
                    "loops", activations(thread));
        }
        return Json.object(answer[0]);
    }

    /**
     * Until the thread has ended, or the process has worked for so many milliseconds, however busy
     * the machine is; at the end of patience also if it has only waited.
     */
    private static void await(Thread thread, long millis, long patience)
            throws InterruptedException {
        long begun = System.nanoTime();
        thread.join(Math.min(millis, SLICE));
        if (!thread.isAlive()) {
            return;
        }
        long worked = worked();
        while (thread.isAlive() && worked() - worked < millis
                && System.nanoTime() - begun < patience * 1_000_000) {
            thread.join(SLICE);
        }
    }

    /** Milliseconds of CPU time; of time, where the system does not tell. */
    static long worked() {
        return ProcessHandle.current().info().totalCpuDuration()
                .map(Duration::toMillis).orElseGet(() -> System.nanoTime() / 1_000_000);
    }

    /** Where the calls are that a run does not leave: seen several times, the outermost first. */
    private static List<Object> activations(Thread thread) throws InterruptedException {
        List<StackTraceElement> common = null;
        for (int look = 0; look < LOOKS; look++) {
            List<StackTraceElement> now = new ArrayList<>(List.of(thread.getStackTrace()));
            Collections.reverse(now);
            if (common != null) {
                int same = 0;
                while (same < Math.min(common.size(), now.size())
                        && common.get(same).getClassName().equals(now.get(same).getClassName())
                        && common.get(same).getMethodName().equals(now.get(same).getMethodName())) {
                    same++;
                }
                now = now.subList(0, same);
            }
            common = now;
            Thread.sleep(1);
        }
        List<Object> places = new ArrayList<>();
        for (StackTraceElement each : common) {
            places.add(Map.of("str", each.getFileName() + ":" + each.getLineNumber()));
        }
        return places;
    }

    private UserClasses loader(List<Object> wanted) throws IOException {
        if (files == null || !wanted.equals(path)) {
            List<URL> urls = new ArrayList<>();
            single.clear();
            for (Object each : wanted) {
                String place = (String) each;
                if (place.endsWith(".class")) {
                    single.add(Files.readAllBytes(Path.of(place)));
                } else {
                    urls.add(new File(place).toURI().toURL());
                }
            }
            files = new URLClassLoader(urls.toArray(new URL[0]), null);
            bytes = new HashMap<>();
            path = wanted;
            classes = null;
        }
        if (classes == null || !classes.isClean()) {
            classes = new UserClasses(files, bytes, single);
        }
        return classes;
    }

    /** Runs when the process ends; if a request is being served, its program has ended it. */
    private void ended() {
        if (busy) {
            Map<String, Object> answer = new LinkedHashMap<>();
            answer.put("status", "died");
            answer.put("why", "the program called System.exit");
            answer.put("printed", Map.of("str", printed.take()));
            send(answer);
        }
        Runtime.getRuntime().halt(0);
    }

    private void send(Map<String, Object> answer) {
        StringBuilder text = new StringBuilder();
        Json.write(answer, text);
        byte[] line = text.append('\n').toString().getBytes(StandardCharsets.US_ASCII);
        synchronized (answers) {
            answers.write(line, 0, line.length);
            answers.flush();
        }
    }
}
