package lissa;

import gov.nasa.jpf.vm.Verify;
import korat.finitization.IFinitization;
import korat.finitization.IObjSet;
import korat.finitization.impl.FinitizationFactory;

/** A scheduler with three priorities and a queue of blocked jobs. */
public class Schedule {
    static final int MAXPRIO = 3;

    Job curProc;
    JobList prio_1 = new JobList();
    JobList prio_2 = new JobList();
    JobList prio_3 = new JobList();
    JobList blockQueue = new JobList();

    boolean repOK() {
        if (prio_1 == null || prio_2 == null || prio_3 == null || blockQueue == null) {
            return false;
        }
        Identities lists = new Identities();
        lists.add(prio_1);
        if (!(lists.add(prio_2) && lists.add(prio_3) && lists.add(blockQueue))) {
            return false;
        }
        Identities jobs = new Identities();
        return prio_1.isGood(jobs)
                && prio_2.isGood(jobs)
                && prio_3.isGood(jobs)
                && blockQueue.isGood(jobs);
    }

    static IFinitization finSchedule(int scope) {
        IFinitization f = FinitizationFactory.create(Schedule.class);
        IObjSet lists = f.createObjSet(JobList.class, 4, true);
        f.set("prio_1", lists);
        f.set("prio_2", lists);
        f.set("prio_3", lists);
        f.set("blockQueue", lists);
        IObjSet jobs = f.createObjSet(Job.class, scope, true);
        f.set(JobList.class, "first", jobs);
        f.set(JobList.class, "last", jobs);
        f.set(Job.class, "next", jobs);
        f.set(Job.class, "prev", jobs);
        return f;
    }

    /** What up to `scope` new processes make, of which up to as many are blocked. */
    static Schedule made(int scope) {
        Schedule schedule = new Schedule();
        int count = Verify.getInt(0, scope);
        for (int i = 0; i < count; i++) {
            try {
                schedule.newProcess(Verify.getInt(Integer.MIN_VALUE, Integer.MAX_VALUE));
            } catch (RuntimeException e) {
                continue;
            }
        }
        int blocked = count == 0 ? 0 : Verify.getInt(0, scope);
        for (int i = 0; i < blocked; i++) {
            try {
                schedule.blockProcess();
            } catch (RuntimeException e) {
                continue;
            }
        }
        return schedule;
    }

    /** As in the printed figures, the priority is one that there is. */
    public void addProcess(int priority) {
        Verify.ignoreIf(priority < 1 || priority > MAXPRIO);
        newProcess(priority);
    }

    public void quantumExpire() {
        schedule();
        if (curProc != null) {
            append(curProc.priority, curProc);
        }
    }

    void newProcess(int priority) {
        if (priority < 1 || priority > MAXPRIO) {
            throw new IllegalArgumentException();
        }
        append(priority, new Job(priority));
    }

    void blockProcess() {
        schedule();
        if (curProc != null) {
            blockQueue.append(curProc);
        }
    }

    private void append(int priority, Job job) {
        JobList queue = queue(priority);
        if (queue == null) {
            queue = new JobList();
        }
        queue.append(job);
        setQueue(priority, queue);
    }

    /** The first job of the queue with the highest priority becomes the current one. */
    private void schedule() {
        curProc = null;
        for (int priority = MAXPRIO; priority > 0; priority--) {
            JobList queue = queue(priority);
            if (queue.mem_count > 0) {
                curProc = queue.first;
                if (curProc != null) {
                    queue.delete(curProc);
                    setQueue(priority, queue);
                }
                return;
            }
        }
    }

    private JobList queue(int priority) {
        switch (priority) {
            case 1:
                return prio_1;
            case 2:
                return prio_2;
            case 3:
                return prio_3;
            default:
                throw new IllegalArgumentException();
        }
    }

    private void setQueue(int priority, JobList queue) {
        switch (priority) {
            case 1:
                prio_1 = queue;
                break;
            case 2:
                prio_2 = queue;
                break;
            case 3:
                prio_3 = queue;
                break;
            default:
                throw new IllegalArgumentException();
        }
    }
}
