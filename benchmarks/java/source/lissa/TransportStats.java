package lissa;

import gov.nasa.jpf.vm.Verify;
import korat.finitization.IFinitization;
import korat.finitization.IObjSet;
import korat.finitization.impl.FinitizationFactory;

/** How often how much was read and written: sizes in tens of bytes, and how many there were. */
public class TransportStats {
    TreeMap read_sizes = new TreeMap();
    TreeMap write_sizes = new TreeMap();
    long total_reads;
    long total_writes;

    /** Either map may be missing. */
    boolean repOK() {
        if (read_sizes != null && read_sizes == write_sizes) {
            return false;
        }
        Identities visited = new Identities();
        return (read_sizes == null || read_sizes.isRedBlack(visited))
                && (write_sizes == null || write_sizes.isRedBlack(visited));
    }

    static IFinitization finTransportStats(int scope) {
        IFinitization f = FinitizationFactory.create(TransportStats.class);
        IObjSet maps = f.createObjSet(TreeMap.class, 2, true);
        f.set("read_sizes", maps);
        f.set("write_sizes", maps);
        f.set(TreeMap.class, "root", TreeMap.entries(f, scope));
        return f;
    }

    /** What up to `scope` transports make, readings first. */
    static TransportStats made(int scope) {
        TransportStats stats = new TransportStats();
        int count = Verify.getInt(0, scope);
        int reads = Verify.getInt(0, count);
        for (int i = 0; i < reads; i++) {
            stats.read(Verify.getInt(Integer.MIN_VALUE, Integer.MAX_VALUE));
        }
        for (int i = reads; i < count; i++) {
            stats.written(Verify.getInt(Integer.MIN_VALUE, Integer.MAX_VALUE));
        }
        return stats;
    }

    /** As in the printed figures: the map is there, and the size has a number if it was read before. */
    public void bytesRead(int bytes) {
        Verify.ignoreIf(read_sizes == null);
        Verify.ignoreIf(lacksNumber(read_sizes, bytes));
        read(bytes);
    }

    /** As in the printed figures: the map is there, and the size has a number if it was written before. */
    public void bytesWritten(int bytes) {
        Verify.ignoreIf(write_sizes == null);
        Verify.ignoreIf(lacksNumber(write_sizes, bytes));
        written(bytes);
    }

    void read(int bytes) {
        total_reads++;
        update(read_sizes, bytes);
    }

    void written(int bytes) {
        total_writes++;
        update(write_sizes, bytes);
    }

    private static boolean lacksNumber(TreeMap map, int bytes) {
        int key = key(bytes);
        return map.contains(key) && map.get(key) == null;
    }

    private static int key(int bytes) {
        return bytes == 0 ? 0 : bytes / 10 + 1;
    }

    private static void update(TreeMap map, int bytes) {
        int key = key(bytes);
        Long count = (Long) map.get(key);
        if (count == null) {
            map.put(key, Long.valueOf(1));
        } else {
            map.put(key, Long.valueOf(count + 1));
        }
    }
}
