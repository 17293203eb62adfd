package io.headroom.buffers.memory;

import java.nio.ByteBuffer;
import java.nio.ReadOnlyBufferException;

/**
 * Touches the pages of a mapped file region before they are needed, so that whoever serves from it, an I/O thread say, does not wait for the
 * disk in a page fault.
 *
 * <p>It is not for memory that was allocated. A heap array and a direct buffer were zeroed, and thereby touched, when they were made; to touch
 * them again costs time and gains nothing, so nothing is done ({@link WarmUp.State#NOT_NEEDED}). What helps there is to allocate early: {@link
 * SlabPool#warm}. Nor does it lock pages: under memory pressure the system may drop what was loaded. The library maps no files itself.
 *
 * <p><b>Threads</b>: any; the touching is done on that of the {@link Pace}. While it waits for a page that thread cannot stop for a
 * safepoint, and other threads with it: one page's wait at most, as there is a safepoint poll between any two pages. So preload first, and
 * serve then.
 *
 * <p><b>Ownership</b>: the region stays the caller's and must stay mapped, and its file as long as it is, until the warm-up is done. It is the
 * bytes from position to limit when the call is made; the buffer itself is not changed.
 *
 * <p><b>Cost</b>: one access for each {@value #PAGE} bytes. Reading faults bring the pages into memory and map them; a first write to one still
 * faults. Writing faults spare that too, but make every page of the region dirty, so that the system writes a shared mapping to its file
 * and copies all of a private one.
 *
 * <pre>{@code
 * WarmUp warmUp = Preloader.forReading(map, Pace.defaults());
 * while (!warmUp.await(Duration.ofSeconds(1))) {
 *     log.info("loaded {} of {} bytes", warmUp.warmedBytes(), warmUp.wantedBytes());
 * }
 * if (warmUp.state() == WarmUp.State.FAILED) throw new IOException("store", warmUp.failure());   // cut off meanwhile, say
 * }</pre>
 */
public final class Preloader {
    /** The distance between two touches in bytes: the smallest page of all systems, so that no page is left out on any. */
    public static final int PAGE = 4096;

    private Preloader() {}

    /** Touches a region by reading, so that later reads of it do not fault; as {@link #forReading(ByteBuffer, Pace)} at the default pace. */
    public static WarmUp forReading(ByteBuffer region) {
        return forReading(region, Pace.defaults());
    }

    /**
     * Touches a region by reading, so that later reads of it do not fault.
     *
     * @param region mapped; for any other memory nothing is done
     * @return the warm-up, which has begun
     * @throws java.util.concurrent.RejectedExecutionException from the executor of the pace, unchanged; nothing has begun
     */
    public static WarmUp forReading(ByteBuffer region, Pace pace) {
        return begin(region, false, pace);
    }

    /**
     * Touches a region by reading a byte of each page and writing the same back, so that later writes of it do not fault either. The caller
     * must own the region exclusively until the warm-up is done: what anybody else, in this process or another one, writes to such a byte
     * between the read and the write is lost.
     *
     * @param region mapped, and not read-only; for any other memory nothing is done
     * @return the warm-up, which has begun
     * @throws ReadOnlyBufferException if the region cannot be written to
     * @throws java.util.concurrent.RejectedExecutionException from the executor of the pace, unchanged; nothing has begun
     */
    public static WarmUp forWriting(ByteBuffer region, Pace pace) {
        if (region.isReadOnly()) {
            throw new ReadOnlyBufferException();
        }
        return begin(region, true, pace);
    }

    private static WarmUp begin(ByteBuffer region, boolean writes, Pace pace) {
        Touching touching = new Touching(region, writes, PAGE);
        return WarmUp.begin(touching.isNeeded() ? pace : pace.executor(Runnable::run), touching);
    }
}
