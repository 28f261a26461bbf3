package lissa;

/** A process that waits in a queue. */
public class Job {
    Job next;
    Job prev;
    int val;
    int priority;

    Job(int priority) {
        this.priority = priority;
    }
}
