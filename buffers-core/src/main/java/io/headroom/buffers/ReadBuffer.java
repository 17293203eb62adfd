package io.headroom.buffers;

import io.headroom.buffers.framing.FrameException;
import io.headroom.buffers.framing.Framing;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The read buffer of one connection: reads from its channel, finds the frames, hands them to a handler as they come, inside {@link #drain}, and
 * holds between reads only what belongs to a frame that has begun.
 *
 * <p><b>Threads</b>: {@link #drain}, {@link #feed}, {@link #endOfStream} and {@link #switchTo} are for one caller at a time, on whichever
 * thread. {@link #close}, {@link #resume}, {@link #whenReadable} and {@link #limits} may be called from any thread at any time.
 *
 * <p><b>Ownership</b>: the channel and the buffers fed stay the caller's. The memory is the pool's; this buffer gives back what it leased
 * when a frame is done, when it fails, and when it is closed.
 *
 * <p><b>States</b>: open; held, after a handler answered {@link Next#PAUSE} or {@link Next#KEEP}, until {@link #resume}; failed, after a
 * {@link FrameException}, which every later call throws again; ended; closed. Failed, ended and closed buffers hold nothing.
 *
 * <p><b>Invariant</b>: after a drain that was not paused or held, n bytes of a frame that has begun hold at most max(256, 4n) bytes, or for a
 * frame longer than a slab what has arrived of it and less than one slab more; no bytes hold nothing.
 *
 * <p><b>Cost</b>: no allocation for a frame; each byte is read once and copied by this buffer less than 1.5 times whatever the cuts, and not
 * at all if its frame is whole in one read.
 *
 * <pre>{@code
 * switch (in.drain(channel, onFrame)) {                        // onFrame: a field, made once
 *     case DRAINED: break;                                     // wait for the selector
 *     case MORE: runAgainLater(key); break;                    // others first
 *     case PAUSED:
 *     case HELD: key.interestOpsAnd(~OP_READ); in.whenReadable(rearm); break; // rearm: read interest, and runAgainLater(key)
 *     case END:
 *     case CLOSED: close(key); break;
 * }                                                            // FrameException: a fault of the peer; IOException: of the channel
 * }</pre>
 */
public final class ReadBuffer implements AutoCloseable {
    private final MessageBuffers owner;
    private final Gate gate = new Gate();
    private final Readiness readiness = new Readiness();
    private final Framer framer;
    private final Store store;
    private final Pump pump;
    private final Vigil vigil;

    private int lent;

    ReadBuffer(ReadBufferBuilder settings) {
        owner = settings.owner;
        framer = new Framer(settings, gate, readiness); // refuses settings before anything is opened
        store = owner.newStore(settings, framer.course());
        pump = new Pump(gate, readiness, framer, store, settings.observer);
        vigil = Abandoned.vigilOf(this, settings, gate, store, pump);
        readiness.showTo(vigil);
        owner.opened(vigil);
    }

    /**
     * Reads what the channel has, up to this node's read budget, and delivers the frames that are whole.
     *
     * <p>Frames that are here already come first, and need no memory. A channel that is not known to be non-blocking is read once.
     *
     * @throws FrameException if the peer's bytes can be no frame, or the stream ends inside one (TRUNCATED); this buffer is then failed
     * @throws IOException from the channel, unchanged, with a TRUNCATED suppressed if a frame had begun; this buffer is then closed
     * @throws X from the handler, unchanged; the frame is consumed and this buffer stays usable
     * @throws IllegalStateException if this buffer is in use already, by a call further up or another thread
     */
    public <X extends Exception> ReadStatus drain(ReadableByteChannel channel, FrameHandler<X> handler)
            throws IOException, X {
        Objects.requireNonNull(channel, "channel");
        Objects.requireNonNull(handler, "handler");
        if (!enter()) {
            return ReadStatus.CLOSED;
        }
        try {
            return pump.read(channel, handler, owner.readBudget());
        } finally {
            leave();
        }
    }

    /** Reads from a stream, once, as from a channel, exceptions included; blocks as the stream does. DRAINED and MORE alike mean: read again. */
    public <X extends Exception> ReadStatus drain(InputStream stream, FrameHandler<X> handler) throws IOException, X {
        return drain(new StreamChannel(Objects.requireNonNull(stream, "stream"), owner.arrays()), handler);
    }

    /**
     * Reads once without delivering: the frames are then pulled by {@link #poll()} until it answers null. From here until that null this buffer
     * counts as in use, so that a close on another thread waits for it; one on this thread does not.
     *
     * @return MORE if the channel may have more, or not all has been pulled; else as {@link #drain}
     * @throws FrameException TRUNCATED if the stream ends inside a frame; this buffer is then failed
     * @throws IOException from the channel, unchanged; this buffer is then closed
     * @throws IllegalStateException if this buffer is in use otherwise
     */
    public ReadStatus read(ReadableByteChannel channel) throws IOException {
        Objects.requireNonNull(channel, "channel");
        if (gate.isAway(Gate.Use.PULLING)) {
            return ReadStatus.MORE;
        } else if (!enter()) {
            return ReadStatus.CLOSED;
        }
        ReadStatus status = ReadStatus.CLOSED;
        try {
            status = pump.readToPull(channel);
        } finally {
            if (status == ReadStatus.DRAINED || status == ReadStatus.MORE) {
                gate.stepAway(Gate.Use.PULLING);
            } else {
                leave();
            }
        }
        return status;
    }

    /**
     * Returns the next whole frame, valid until the next call here, or null if there is none: then {@link #read} again, or write to {@link
     * #writable} again. Frames are whole here; those over the limit are skipped in silence if {@link ReadLimits#skipTooLong()} is set.
     *
     * @throws FrameException if the peer's bytes can be no frame; this buffer is then failed
     * @throws IllegalStateException if this buffer is in use otherwise
     */
    public @Nullable Frame poll() throws FrameException {
        if (!(gate.isAway(Gate.Use.PULLING) ? gate.comeBack() : enter())) {
            return null;
        }
        Frame next = null;
        try {
            next = pump.pull();
        } finally {
            if (next == null) {
                leave();
            } else {
                gate.stepAway(Gate.Use.PULLING);
            }
        }
        return next;
    }

    /**
     * Lends room for bytes that the caller writes itself: a TLS engine's output, an asynchronous channel's target. {@link #received} says how
     * many were written; until then this buffer counts as in use, and a close waits for it, on any thread, since a channel may still
     * be writing: if nothing comes, say so by {@code received(0, …)}.
     *
     * @param least how many bytes must fit, 1 to the slab size. While nothing has arrived the room is little more than that, so ask for little
     *     where many connections wait; it comes on top of the frame in progress, so leave the memory limit that much more than the longest
     * @return the room, from its position to its limit, or null if memory is short ({@link #whenReadable}), or if held, ended or closed
     * @throws FrameException if this buffer is failed
     * @throws IllegalArgumentException if {@code least} is out of range
     * @throws IllegalStateException if this buffer is in use otherwise
     */
    public @Nullable ByteBuffer writable(int least) throws FrameException {
        if (least < 1 || least > store.slabBytes()) {
            throw new IllegalArgumentException("writable(" + least + "): expected 1 to slabBytes " + store.slabBytes());
        }
        if (!enter()) {
            return null;
        }
        ByteBuffer room = pump.lend(least);
        if (room == null) {
            leave();
        } else {
            lent = room.remaining();
            gate.stepAway(Gate.Use.LENT);
        }
        return room;
    }

    /**
     * Says that {@code count} bytes have been written from the start of the room that {@link #writable} lent, wherever its position is now,
     * and delivers the frames that are whole.
     *
     * @param count 0 to the room's length; the room is given back in any case
     * @return as {@link #feed}, DRAINED if all was taken
     * @throws FrameException if the peer's bytes can be no frame; this buffer is then failed
     * @throws X from the handler, unchanged; the frame is consumed
     * @throws IllegalArgumentException if {@code count} is out of range; the room stays lent
     * @throws IllegalStateException if nothing is lent
     */
    public <X extends Exception> ReadStatus received(int count, FrameHandler<X> handler) throws FrameException, X {
        Objects.requireNonNull(handler, "handler");
        if (!gate.isAway(Gate.Use.LENT)) {
            throw new IllegalStateException("received(" + count + ") without writable() before it");
        }
        if (count < 0 || count > lent) {
            throw new IllegalArgumentException("received(" + count + "): expected 0 to " + lent);
        }
        gate.comeBack();
        try {
            return pump.written(count, handler);
        } finally {
            leave();
        }
    }

    /**
     * Takes bytes that the caller has read itself and delivers the frames that are whole; frames that are whole in {@code source} are views of
     * it. What is not taken because the answer is {@link ReadStatus#PAUSED} or {@link ReadStatus#HELD} remains there, to be fed again.
     *
     * @param source is read from its position on and never kept
     * @throws FrameException if the peer's bytes can be no frame; this buffer is then failed
     * @throws X from the handler, unchanged; the frame is consumed and this buffer stays usable
     * @throws IllegalStateException if this buffer is in use already, by a call further up or another thread
     */
    public <X extends Exception> ReadStatus feed(ByteBuffer source, FrameHandler<X> handler) throws FrameException, X {
        Objects.requireNonNull(source, "source");
        Objects.requireNonNull(handler, "handler");
        if (!enter()) {
            return ReadStatus.CLOSED;
        }
        try {
            return pump.take(source, handler);
        } finally {
            leave();
        }
    }

    /**
     * Says that the peer has ended the stream, for callers who feed.
     *
     * @return {@link ReadStatus#END}, or {@link ReadStatus#HELD} if frames are still to be delivered: then call again after the resume
     * @throws FrameException TRUNCATED if a frame has begun
     * @throws X from the handler, unchanged
     */
    public <X extends Exception> ReadStatus endOfStream(FrameHandler<X> handler) throws FrameException, X {
        Objects.requireNonNull(handler, "handler");
        if (!enter()) {
            return ReadStatus.CLOSED;
        }
        try {
            return pump.finish(handler);
        } finally {
            leave();
        }
    }

    /**
     * Changes the framing, from the next frame on that has not been measured: inside {@link FrameHandler#onFrame} the frame after this one.
     * For the caller who drains, inside or outside the handler.
     */
    public void switchTo(Framing framing) {
        framer.switchTo(Objects.requireNonNull(framing, "framing"));
    }

    /**
     * Changes the limits, from the next header on; a frame that was accepted is completed. Any thread.
     *
     * @throws IllegalArgumentException if a frame within the limit could never fit into the memory limit
     */
    public void limits(ReadLimits limits) {
        framer.allowance().limits(Objects.requireNonNull(limits, "limits"));
    }

    /**
     * Says whether the peer has earned larger limits, if there are {@linkplain ReadBufferBuilder#limitsUntilTrusted smaller ones} until then, and
     * that memory for its frames is committed at their headers: then a contiguous frame is not copied, and a long one that has begun never waits
     * for memory. From the next header on, within the memory limit and under deadline all the same. Any thread.
     */
    public void trusted(boolean trusted) {
        framer.allowance().trusted(trusted);
    }

    /**
     * Ends the pause that a handler asked for; what waits by {@link #whenReadable} runs on this thread. Any thread, also before the handler
     * that asks for the pause has returned. Without a pause it does nothing.
     */
    public void resume() {
        readiness.resume();
    }

    /**
     * Runs {@code rearm} once, when this buffer can read on: after HELD, when it is resumed; after PAUSED, when there is memory; at once, on
     * this thread, if that is so already; and when it is closed. It runs on the thread that resumes, gives memory back or closes, so it should
     * only set read interest and have the I/O thread drain at once, and must not throw: what it throws goes to that thread's uncaught exception
     * handler. Read interest alone is not enough: frames that are here already make no channel readable. A second call before that replaces the first.
     */
    public void whenReadable(Runnable rearm) {
        Objects.requireNonNull(rearm, "rearm");
        readiness.whenReadable(rearm, store.leases());
        if (!gate.isOpen()) {
            readiness.close();
        }
    }

    /**
     * Closes this buffer and returns what it holds unread, copied: for a protocol that goes on in another form, after STARTTLS say. Call it when
     * the handler has returned, with {@link Next#PAUSE} so that nothing more is delivered.
     *
     * @return a buffer of the caller's own, empty if nothing is unread
     * @throws IllegalStateException if this buffer is in use
     */
    public ByteBuffer closeAndTakeUnread() {
        if (!gate.enter()) {
            return ByteBuffer.allocate(0);
        }
        ByteBuffer unread = store.copy();
        gate.close();
        leave();
        return unread;
    }

    /** Returns how many received bytes are held: of the frame in progress and, after a pause, of frames behind it. */
    public long pendingBytes() {
        return store.size();
    }

    /** Returns how many bytes are missing before the frame in progress, or its header, is whole; 0 between frames. */
    public long neededBytes() {
        return pump.needed();
    }

    /** Returns how many bytes of memory are leased for this connection. */
    public long heldBytes() {
        return store.heldBytes();
    }

    /** Returns how many bytes have been received in all. */
    public long receivedBytes() {
        return framer.course().received;
    }

    /** Returns how many frames have been consumed in all: delivered whole, in parts, or skipped. */
    public long frameCount() {
        return framer.course().frames();
    }

    /** Returns how many bytes this buffer has copied in all, from memory of its own to other memory of its own. */
    public long copiedBytes() {
        return store.copiedBytes();
    }

    /** Returns why {@link MessageBuffers#sweep} closed this buffer, null if it did not. */
    public @Nullable Suspect evicted() {
        return vigil.evicted;
    }

    /** Returns whether this buffer has not been closed; a failed or ended one is still open. */
    public boolean isOpen() {
        return gate.isOpen();
    }

    /**
     * Gives back what this buffer holds: at once if nobody is inside, else when the one inside leaves, whose handler is called no more.
     * Idempotent, from any thread, also inside a handler, whose frame stays valid until it returns. A puller who closes gives
     * back at once too, and its frame is gone.
     */
    @Override
    public void close() {
        try {
            if (gate.close()) {
                closeInside();
            } else if (gate.comeBackToClose()) {
                leave();
            }
        } finally {
            Reference.reachabilityFence(this); // whoever is in use is not found dropped
        }
    }

    private boolean enter() throws FrameException {
        if (!gate.enter()) {
            return false;
        }
        FrameException failure = framer.failure();
        if (failure != null) {
            leave();
            throw failure;
        }
        gate.closeIf(owner.isClosed());
        return true;
    }

    private void leave() {
        try {
            pump.settle();
            vigil.left(framer, pump, store, owner.clock());
            gate.closeIf(owner.isClosed());
            if (gate.leave()) {
                readiness.passTurnOn();
            } else {
                closeInside();
                gate.closed();
            }
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    private void closeInside() {
        owner.closed(vigil, store);
        readiness.close();
    }
}
