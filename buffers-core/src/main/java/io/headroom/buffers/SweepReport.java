package io.headroom.buffers;

import java.util.List;

/** What a sweep found. Immutable. */
public final class SweepReport {
    private final int connections;
    private final int framesInProgress;
    private final int paused;
    private final long promisedBytes;
    private final long heldBytes;
    private final long keptBytes;
    private final long givenBackBytes;
    private final List<Suspect> evicted;
    private final List<Suspect> worstHolders;

    SweepReport(Sweeper.Tally tally) {
        connections = tally.connections;
        framesInProgress = tally.framesInProgress;
        paused = tally.paused;
        promisedBytes = tally.promised;
        heldBytes = tally.held;
        keptBytes = Math.max(0, tally.leased - tally.held);
        givenBackBytes = tally.givenBack;
        evicted = List.copyOf(tally.evicted);
        worstHolders = tally.worstHolders();
    }

    /** Returns how many connections were open. */
    public int connections() {
        return connections;
    }

    /** Returns how many of them had a frame in progress. */
    public int framesInProgress() {
        return framesInProgress;
    }

    /** Returns how many bytes of those frames were declared but had not been received. */
    public long promisedBytes() {
        return promisedBytes;
    }

    /** Returns how many connections were paused because memory was short or used up by their share. */
    public int paused() {
        return paused;
    }

    /** Returns how many bytes of memory the connections held, each one when it was left last. */
    public long heldBytes() {
        return heldBytes;
    }

    /**
     * Returns how many bytes of memory are leased but held by no connection: what the application keeps of frames that it has shared or detached,
     * and what drains in progress have leased.
     */
    public long keptBytes() {
        return keptBytes;
    }

    /** Returns how many bytes of memory this sweep gave back to the system, because they had not been needed lately. */
    public long givenBackBytes() {
        return givenBackBytes;
    }

    /** Returns whether connections are paused and the application keeps more memory than all frames in progress hold: it is the cause. */
    public boolean isPausedByApplication() {
        return paused > 0 && keptBytes > heldBytes;
    }

    /** Returns the connections whose read buffers were closed by this sweep, with the evidence; their channels are the caller's to close. */
    public List<Suspect> evicted() {
        return evicted;
    }

    /** Returns the connections that held most memory, at most ten, the worst one first. */
    public List<Suspect> worstHolders() {
        return worstHolders;
    }

    @Override
    public String toString() {
        return "SweepReport[" + connections + " connections, " + framesInProgress + " frames in progress, "
                + promisedBytes + " bytes promised, " + heldBytes + " held, " + keptBytes + " kept by the application, "
                + paused + " paused" + (isPausedByApplication() ? " because of what it keeps" : "") + ", evicted "
                + evicted + "]";
    }
}
