package io.headroom.buffers;

import static org.assertj.core.api.Assertions.assertThat;

import io.headroom.buffers.framing.FixedLength;
import io.headroom.buffers.framing.FrameException;
import io.headroom.buffers.framing.Framing;
import io.headroom.buffers.framing.LengthField;
import io.headroom.buffers.framing.Varint;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.constraints.Size;

/** Any bytes, any framing, any cuts, any form: the same as the reference decoder, and within the invariants after every step. */
class ReadBufferProperties {
    private static final int SLAB = 4096;

    /** The worst that cuts can do which know the sizes of parked pieces, in percent of what was received; any others stay below 150. */
    private static final int COPIED = 165;

    /** On the heap a handler that pauses leaves whole frames in the landing, joined there with what was parked: copied to the heap once more. */
    private static final int COPIED_PAUSING_HEAP = 300;

    /** Where memory is short bytes are moved to make room, a few times at most. */
    private static final int COPIED_TIGHT = 400;

    /** Where room is lent that must be as long as a record, a frame's next bytes cannot go behind its parked ones. */
    private static final int COPIED_LENT_LARGE = 240;

    /** A contiguous frame moves once more when half of it is here; one that is little longer than a slab moves nearly whole. */
    private static final int COPIED_CONTIGUOUS = 100;

    /** What whole frames lie in, and whether their memory is committed at the header. */
    enum Memory {
        CHAINED,
        CONTIGUOUS,
        TRUSTED,
        TRUSTED_CONTIGUOUS;

        boolean contiguous() {
            return this == CONTIGUOUS || this == TRUSTED_CONTIGUOUS;
        }

        boolean trusted() {
            return this == TRUSTED || this == TRUSTED_CONTIGUOUS;
        }

        /** Returns how much memory one connection needs for frames of this length, so that it is never stuck alone. */
        long limit(long maxFrame, boolean tight) {
            long slabs = (maxFrame + SLAB - 1) / SLAB;
            long least = contiguous() ? (3 * slabs + 1) / 2 + 7 : Math.max(4, slabs);
            return (least + (tight ? 0 : 8)) * SLAB;
        }

        /** Returns how much may be held for what is pending, of a frame of which {@code needed} bytes are missing. */
        long mostHeld(long pending, long needed) {
            if (pending == 0) {
                return 0;
            }
            long whole = pending + needed + SLAB;
            long parked = Math.max(256, Math.min(4 * pending, pending + SLAB));
            if (trusted()) {
                return Math.max(parked, whole);
            }
            return contiguous() && 2 * (pending + SLAB) > whole - SLAB ? Math.max(parked, whole) : parked;
        }
    }

    /** What holds for a run: how many percent of the bytes are copied at most, and how much is held unless memory is tight. */
    record Promise(Memory memory, int copiedPercent, boolean holdsLittle) {}

    private static Promise promise(Memory memory, Form form, boolean pausingHeap, boolean tight) {
        int copied = form == Form.LENT_LARGE ? COPIED_LENT_LARGE : pausingHeap ? COPIED_PAUSING_HEAP : COPIED;
        int moved = memory.contiguous() ? COPIED_CONTIGUOUS : 0;
        return new Promise(memory, (tight ? COPIED_TIGHT : copied) + moved, !tight);
    }

    /** A framing, limits for it, and a stream: mostly sound frames, or anything. */
    record Traffic(Framing framing, ReadLimits limits, byte[] stream) {
        @Override
        public String toString() {
            return framing + ", " + limits + ", stream of " + stream.length;
        }
    }

    @Property(tries = 4000)
    void givesWhatTheReferenceGives(
            @ForAll("traffic") Traffic traffic,
            @ForAll Form form,
            @ForAll Memory memory,
            @ForAll @Size(4) List<Boolean> choices,
            @ForAll long seed)
            throws IOException {
        boolean heap = choices.get(0);
        boolean tight = choices.get(1);
        boolean streams = choices.get(2) && form != Form.PULLED;
        boolean interrupts = choices.get(3) && form != Form.PULLED;
        // Room for a whole record is lent beside the frame that it ends.
        long limit = memory.limit(traffic.limits.maxFrame(), tight) + (form == Form.LENT_LARGE ? 2 * SLAB : 0);
        MessageBuffers.Builder settings =
                MessageBuffers.builder().slabBytes(SLAB).memoryLimit(limit);
        try (MessageBuffers buffers = (heap ? settings.heap() : settings).build()) {
            Script script = new Script(streams, interrupts, memory.contiguous());
            ReferenceDecoder reference = new ReferenceDecoder(traffic.stream, traffic.framing, traffic.limits, script);
            for (List<Integer> cuts : List.of(
                    Cuts.whole(), Cuts.everyByte(traffic.stream.length), Cuts.random(traffic.stream.length, seed))) {
                Script run = new Script(streams, interrupts, memory.contiguous());
                ReadBuffer in = open(buffers, traffic, form == Form.PULLED && memory.contiguous());
                in.trusted(memory.trusted());
                Promise promise = promise(memory, form, heap && interrupts, tight);
                run(buffers, in, form.of(traffic.stream, cuts), run, promise);
                assertThat(run.events)
                        .isEqualTo(form == Form.PULLED ? reference.eventsWithoutSkips() : reference.events);
                assertThat(in.pendingBytes()).as("pending").isEqualTo(reference.pending);
                in.close();
                assertThat(buffers.leasedBytes()).as("leased after close").isZero();
            }
        }
    }

    private static ReadBuffer open(MessageBuffers buffers, Traffic traffic, boolean contiguous) {
        ReadBufferBuilder settings =
                buffers.connection("peer").framing(traffic.framing).limits(traffic.limits);
        return (contiguous ? settings.contiguous() : settings).open();
    }

    /**
     * Pushes the stream as cut. After every step all that is leased is this connection's, and no more than it may hold; where memory is tight
     * it may hold more of it, but it is never stuck.
     */
    private static void run(
            MessageBuffers buffers, ReadBuffer in, List<Form.Source> chunks, Script script, Promise promise)
            throws IOException {
        for (Form.Source chunk : chunks) {
            for (boolean done = false; !done; ) {
                try {
                    ReadStatus status = chunk.step(in, script);
                    assertThat(status).isNotIn(ReadStatus.PAUSED, ReadStatus.CLOSED, ReadStatus.END);
                    done = status == ReadStatus.DRAINED && chunk.remaining() == 0;
                    if (status == ReadStatus.HELD) {
                        assertThat(chunk.step(in, script)).isEqualTo(ReadStatus.HELD);
                        in.resume();
                    }
                } catch (Script.Refusal consumed) {
                    continue;
                } catch (FrameException e) {
                    script.failed(e);
                    assertThat(in.heldBytes()).as("held after the error").isZero();
                    return;
                }
                assertThat(buffers.leasedBytes()).as("leased").isEqualTo(in.heldBytes());
                assertThat(in.copiedBytes())
                        .as("copied of " + in.receivedBytes())
                        .isLessThanOrEqualTo(in.receivedBytes() * promise.copiedPercent / 100 + 1024);
            }
            if (promise.holdsLittle) {
                assertThat(in.heldBytes())
                        .as("held for " + in.pendingBytes() + " of " + in.neededBytes() + " more")
                        .isLessThanOrEqualTo(promise.memory.mostHeld(in.pendingBytes(), in.neededBytes()));
            }
        }
    }

    @Provide
    Arbitrary<Traffic> traffic() {
        return Arbitraries.oneOf(soundLengthField(), anything());
    }

    private static Arbitrary<Traffic> soundLengthField() {
        Arbitrary<List<Integer>> lengths = Arbitraries.frequencyOf(
                        Tuple.of(6, Arbitraries.integers().between(0, 300)),
                        Tuple.of(2, Arbitraries.integers().between(SLAB - 8, SLAB + 8)),
                        Tuple.of(2, Arbitraries.integers().between(300, 9 * SLAB)))
                .list()
                .ofMinSize(1)
                .ofMaxSize(8);
        Arbitrary<Integer> cutOff = Arbitraries.integers().between(0, 40);
        return Combinators.combine(lengths, cutOff, Arbitraries.of(true, false)).as((frames, lost, skip) -> {
            int size = frames.stream().mapToInt(length -> length + 4).sum();
            byte[] stream = new byte[size];
            int at = 0;
            for (int length : frames) {
                for (int i = 0; i < length + 4; i++) {
                    stream[at + i] = (byte) (i < 4 ? length >>> (24 - 8 * i) : i * 31 + length);
                }
                at += length + 4;
            }
            ReadLimits limits = ReadLimits.maxFrame(7 * SLAB).maxStreamed(8 * SLAB);
            return new Traffic(
                    LengthField.ofBytes(4).strip(4),
                    skip ? limits.skipTooLong() : limits,
                    Arrays.copyOf(stream, Math.max(1, size - lost)));
        });
    }

    private static Arbitrary<Traffic> anything() {
        Arbitrary<Framing> framings = Arbitraries.oneOf(
                lengthFields(),
                Combinators.combine(
                                Arbitraries.integers().between(1, 10),
                                Arbitraries.integers().between(0, 5))
                        .as((bytes, prefix) -> prefix % 2 == 0
                                ? Varint.ofBytes(bytes).prefix(prefix)
                                : Varint.ofBytes(bytes)
                                        .prefix(prefix)
                                        .canonical()
                                        .strip()),
                Arbitraries.integers().between(1, 9000).map(FixedLength::of),
                Arbitraries.of(
                        WireForms.bittorrent(),
                        WireForms.http2Client(),
                        WireForms.postgresFrontend(),
                        WireForms.resynchronising(new byte[] {1, 0, 1}, 7)));
        Arbitrary<byte[]> streams = Arbitraries.frequencyOf(
                        Tuple.of(5, Arbitraries.bytes().between((byte) 0, (byte) 3)), Tuple.of(1, Arbitraries.bytes()))
                .array(byte[].class)
                .ofMinSize(1)
                .ofMaxSize(1500);
        Arbitrary<ReadLimits> limits = Combinators.combine(
                        Arbitraries.integers().between(1, 4 * SLAB), Arbitraries.of(true, false))
                .as((max, skip) -> {
                    ReadLimits plain = ReadLimits.maxFrame(max).maxStreamed(2L * max);
                    return skip ? plain.skipTooLong() : plain;
                });
        return Combinators.combine(framings, limits, streams).as(Traffic::new);
    }

    private static Arbitrary<Framing> lengthFields() {
        return Combinators.combine(
                        Arbitraries.integers().between(1, 8),
                        Arbitraries.integers().between(0, 6),
                        Arbitraries.integers().between(-9, 9),
                        Arbitraries.integers().between(0, 12),
                        Arbitraries.integers().between(0, 31))
                .as((width, offset, adjustment, strip, flags) -> {
                    LengthField field = LengthField.ofBytes(width).at(offset).adjustment(adjustment);
                    field = (flags & 1) != 0 ? field.littleEndian() : field;
                    field = (flags & 2) != 0 ? field.signed() : field;
                    field = (flags & 4) != 0 ? field.limitsField() : field;
                    field = (flags & 8) != 0 ? field.strip(strip) : field;
                    return (flags & 16) != 0 ? field.magic(0, 1) : field;
                });
    }
}
