package io.headroom.buffers.memory;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/** A few threads that do the same at the same time. What one of them throws, the test throws; a hang fails the test with all stacks. */
public final class Team {
    /** Much longer than any test here takes, on a machine however busy. */
    private static final long PATIENCE_SECONDS = 120;

    private final int size;
    private final AtomicInteger arrived = new AtomicInteger();
    private volatile int phase;
    private final AtomicReference<Throwable> failure = new AtomicReference<>();

    private Team(int size) {
        this.size = size;
    }

    /** What each member does. */
    public interface Part {
        void play(Team team, int member) throws Exception;
    }

    public static void run(int size, Part part) {
        Team team = new Team(size);
        CountDownLatch done = new CountDownLatch(size);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            int member = i;
            Thread thread = new Thread(() -> team.play(part, member, done), "member-" + i);
            thread.setDaemon(true);
            threads.add(thread);
        }
        threads.forEach(Thread::start);
        try {
            if (!done.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                team.fail(stacks(threads));
            }
        } catch (InterruptedException e) {
            team.fail(e);
        }
        if (team.failure.get() != null) {
            throw new AssertionError("on another thread", team.failure.get());
        }
    }

    private void play(Part part, int member, CountDownLatch done) {
        try {
            part.play(this, member);
        } catch (Throwable e) {
            fail(e);
        }
        done.countDown();
    }

    private void fail(Throwable e) {
        failure.compareAndSet(null, e);
    }

    private static AssertionError stacks(List<Thread> threads) {
        AssertionError hang = new AssertionError("threads hang");
        for (Thread thread : threads) {
            Throwable where = new Throwable(thread.getName());
            where.setStackTrace(thread.getStackTrace());
            hang.addSuppressed(where);
        }
        return hang;
    }

    /** Returns once all members have come here; fails where another member failed. */
    @SuppressWarnings("ThreadPriorityCheck") // with fewer processors than members, somebody must make way
    void meet() {
        int here = phase;
        if (arrived.incrementAndGet() == size) {
            arrived.set(0);
            phase = here + 1;
            return;
        }
        for (int spins = 0; phase == here; spins++) {
            if (failure.get() != null) {
                throw new IllegalStateException("another member failed");
            }
            if (spins % 64 == 63) {
                Thread.yield();
            } else {
                Thread.onSpinWait();
            }
        }
    }
}
