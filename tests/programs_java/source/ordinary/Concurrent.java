package ordinary;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.ReentrantLock;

/** What is made for several threads, in one of them. */
public final class Concurrent {
    private static final VarHandle NUMBER, SHARED, ITEMS, FLAG;
    private static long shared = 3;
    private byte number;
    private boolean flag;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            NUMBER = lookup.findVarHandle(Concurrent.class, "number", byte.class);
            FLAG = lookup.findVarHandle(Concurrent.class, "flag", boolean.class);
            SHARED = lookup.findStaticVarHandle(Concurrent.class, "shared", long.class);
            ITEMS = MethodHandles.arrayElementVarHandle(int[].class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private Concurrent() {
    }

    public static int field(Concurrent one, byte by) {
        int before = (byte) NUMBER.getAndAdd(one, by);
        boolean was = FLAG.compareAndSet(one, true, false);
        FLAG.setVolatile(one, !was);
        return before + (byte) NUMBER.getVolatile(one);
    }

    public static long shared(long by) {
        long before = (long) SHARED.getAndBitwiseXor(by);
        return before + (SHARED.compareAndSet(by, 5L) ? 100 : (long) SHARED.get());
    }

    public static int elements(int[] items, int index) {
        return (int) ITEMS.compareAndExchange(items, index, 1, 2);
    }

    public static Integer queue(Integer one) {
        ConcurrentLinkedQueue<Integer> found = new ConcurrentLinkedQueue<>();
        found.offer(one);
        found.offer(2);
        found.poll();
        return found.peek();
    }

    public static int deque(int one) {
        ConcurrentLinkedDeque<Integer> found = new ConcurrentLinkedDeque<>();
        found.addFirst(one);
        found.addLast(7);
        return found.pollLast() + found.size();
    }

    public static int task(int number) throws Exception {
        FutureTask<Integer> task = new FutureTask<>(() -> 10 / number);
        task.run();
        return task.get();
    }

    public static int future(int number) throws Exception {
        CompletableFuture<Integer> future = new CompletableFuture<>();
        CompletableFuture<Integer> next = future.thenApply(n -> n + 1);
        future.complete(number);
        return next.get();
    }

    public static int arrays(int index) {
        AtomicIntegerArray numbers = new AtomicIntegerArray(2);
        AtomicReferenceArray<String> texts = new AtomicReferenceArray<>(2);
        texts.set(index, "a");
        return numbers.incrementAndGet(index) + texts.get(1 - index).length();
    }

    public static int local(int number) {
        ThreadLocal<Integer> local = ThreadLocal.withInitial(() -> 3);
        if (number > 0) {
            local.set(number);
        }
        return local.get();
    }

    public static int others(int number) {
        ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>();
        map.put("key", number);
        map.merge("key", 1, Integer::sum);
        CopyOnWriteArrayList<Integer> list = new CopyOnWriteArrayList<>();
        list.add(number);
        for (int each : list) {
            list.add(each);
        }
        CountDownLatch latch = new CountDownLatch(1);
        latch.countDown();
        ReentrantLock lock = new ReentrantLock();
        lock.lock();
        try {
            return map.get("key") + list.size() + (int) latch.getCount();
        } finally {
            lock.unlock();
        }
    }
}
