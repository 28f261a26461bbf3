package lissa;

/** A queue of jobs, linked both ways. */
public class JobList {
    int mem_count;
    Job first;
    Job last;

    /** A list without jobs that were visited before, which ends at `last`. */
    boolean isGood(Identities visited) {
        Job job = first;
        Job end = last;
        if (job == null) {
            return end == null;
        }
        if (job.prev != null || !visited.add(job)) {
            return false;
        }
        for (Job next = job.next; next != null; next = job.next) {
            if (next.prev != job || !visited.add(next)) {
                return false;
            }
            job = next;
        }
        return end == job;
    }

    void append(Job job) {
        job.prev = last;
        if (last != null) {
            last.next = job;
        } else {
            first = job;
        }
        last = job;
        job.next = null;
        mem_count++;
    }

    void delete(Job job) {
        if (job.next != null) {
            job.next.prev = job.prev;
        } else {
            last = job.prev;
        }
        if (job.prev != null) {
            job.prev.next = job.next;
        } else {
            first = job.next;
        }
        mem_count--;
    }
}
