package io.headroom.buffers.jmh;

import io.headroom.buffers.framing.Bytes;
import io.headroom.buffers.framing.BytesWindow;
import io.headroom.buffers.framing.Cursor;
import io.headroom.buffers.framing.FrameException;
import io.headroom.buffers.memory.SlabPool;
import java.nio.ByteBuffer;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Reads a payload of {@value #BYTES} bytes from its beginning to its end: as 32-bit and 64-bit numbers, as varints, and in pieces of
 * {@value #PIECE} bytes that are copied out. It is in one direct {@link ByteBuffer}, read by itself or through a {@link Cursor}, or in a
 * chain of slabs, where it begins behind a header as in a frame, so that numbers lie across the ends of parts.
 *
 * <p>An operation is one byte of the payload. What counts is the ratio of {@link Form#CHAIN} to {@link Form#BUFFER}.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@SuppressWarnings("NullAway.Init") // JMH calls open() before anything else
@Fork(
        value = 3,
        jvmArgs = {"-XX:+UseG1GC", "-Xms1g", "-Xmx1g"})
public class CursorBenchmark {
    /** The length of the payload. */
    static final int BYTES = 1 << 20;

    /** How much is copied out at a time. */
    static final int PIECE = 4_096;

    private static final int HEADER = 5;
    private static final long SEED = 7;

    /** Where the payload is, and how it is read. */
    @Param
    public Form form;

    private final byte[] piece = new byte[PIECE];
    private ByteBuffer numbers;
    private ByteBuffer varints;
    private Bytes numberBytes;
    private Bytes varintBytes;
    private boolean isBuffer;

    /** Where the payload is, and how it is read. */
    public enum Form {
        /** In one buffer, by the buffer's own methods. */
        BUFFER,
        /** In one buffer, through a cursor. */
        WINDOW,
        /** In a chain of slabs, through a cursor. */
        CHAIN
    }

    /** Makes the payloads. */
    @Setup
    public void open() {
        SplittableRandom random = new SplittableRandom(SEED);
        numbers = ByteBuffer.allocateDirect(BYTES);
        while (numbers.hasRemaining()) {
            numbers.putLong(random.nextLong());
        }
        varints = ByteBuffer.allocateDirect(BYTES);
        while (varints.remaining() > Long.BYTES) {
            putVarint(varints, random.nextInt() >>> random.nextInt(Integer.SIZE));
        }
        while (varints.hasRemaining()) {
            varints.put((byte) 1);
        }
        isBuffer = form == Form.BUFFER;
        numberBytes = bytes(numbers.clear());
        varintBytes = bytes(varints.clear());
    }

    private static void putVarint(ByteBuffer target, int value) {
        int left = value;
        while ((left & ~0x7f) != 0) {
            target.put((byte) (left | 0x80));
            left >>>= 7;
        }
        target.put((byte) left);
    }

    private Bytes bytes(ByteBuffer payload) {
        if (form != Form.CHAIN) {
            return new BytesWindow().wrap(payload, 0, BYTES);
        }
        int slab = SlabPool.DEFAULT_SLAB;
        ByteBuffer[] slabs = new ByteBuffer[(HEADER + BYTES + slab - 1) / slab];
        for (int i = 0; i < slabs.length; i++) {
            slabs[i] = ByteBuffer.allocateDirect(slab);
        }
        for (int i = 0; i < BYTES; i++) {
            slabs[(HEADER + i) / slab].put((HEADER + i) % slab, payload.get(i));
        }
        return new BytesWindow().wrap(slabs, Integer.numberOfTrailingZeros(slab), HEADER, BYTES);
    }

    /** All of it as ints. */
    @Benchmark
    @OperationsPerInvocation(BYTES)
    public int ints() {
        int sum = 0;
        if (isBuffer) {
            ByteBuffer buffer = numbers.clear();
            while (buffer.hasRemaining()) {
                sum += buffer.getInt();
            }
            return sum;
        }
        Cursor cursor = numberBytes.cursor();
        while (cursor.remaining() > 0) {
            sum += cursor.readInt();
        }
        return sum;
    }

    /** All of it as longs. */
    @Benchmark
    @OperationsPerInvocation(BYTES)
    public long longs() {
        long sum = 0;
        if (isBuffer) {
            ByteBuffer buffer = numbers.clear();
            while (buffer.hasRemaining()) {
                sum += buffer.getLong();
            }
            return sum;
        }
        Cursor cursor = numberBytes.cursor();
        while (cursor.remaining() > 0) {
            sum += cursor.readLong();
        }
        return sum;
    }

    /** All of it as varints, of one to five bytes. */
    @Benchmark
    @OperationsPerInvocation(BYTES)
    public long varints() throws FrameException {
        long sum = 0;
        if (isBuffer) {
            ByteBuffer buffer = varints.clear();
            while (buffer.hasRemaining()) {
                sum += varint(buffer);
            }
            return sum;
        }
        Cursor cursor = varintBytes.cursor();
        while (cursor.remaining() > 0) {
            sum += cursor.readVarint();
        }
        return sum;
    }

    private static long varint(ByteBuffer buffer) {
        long value = 0;
        for (int shift = 0; shift < Long.SIZE; shift += 7) {
            byte next = buffer.get();
            value |= (next & 0x7fL) << shift;
            if (next >= 0) {
                return value;
            }
        }
        throw new IllegalStateException("a varint of more than ten bytes");
    }

    /** All of it, copied out in pieces. */
    @Benchmark
    @OperationsPerInvocation(BYTES)
    public byte[] bulk() {
        if (isBuffer) {
            ByteBuffer buffer = numbers.clear();
            while (buffer.hasRemaining()) {
                buffer.get(piece);
            }
            return piece;
        }
        Cursor cursor = numberBytes.cursor();
        while (cursor.remaining() > 0) {
            cursor.readBytes(piece, 0, PIECE);
        }
        return piece;
    }
}
