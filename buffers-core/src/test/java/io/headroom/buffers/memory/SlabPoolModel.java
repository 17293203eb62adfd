package io.headroom.buffers.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A pool beside a plain account of what is leased from it. Every lease is filled with a number of its own, which is looked at when it goes back.
 */
final class SlabPoolModel {
    private final SlabPool pool;
    private final List<Slab> leased = new ArrayList<>();
    private final Map<Slab, Byte> marks = new HashMap<>();
    private byte lastMark;
    private boolean closed;

    SlabPoolModel(SlabPool pool) {
        this.pool = pool;
    }

    void lease(int bytes) {
        Slab slab = pool.tryLease(bytes);
        if (slab == null) {
            assertThat(closed || isFullFor(bytes)).as("refused %s bytes", bytes).isTrue();
            return;
        }
        assertThat(closed).isFalse();
        assertThat(slab.capacity()).isEqualTo(capacity(bytes));
        assertThat(marks).doesNotContainKey(slab);
        fill(slab.buffer(), ++lastMark);
        marks.put(slab, lastMark);
        leased.add(slab);
    }

    private static int capacity(int bytes) {
        int capacity = 256;
        while (capacity < bytes) {
            capacity *= 2;
        }
        return capacity;
    }

    /** Returns whether every slab up to the limit is leased or cut, and none is cut into such fractions of which one is free. */
    private boolean isFullFor(int bytes) {
        Map<Slab, Integer> freeOf = new HashMap<>();
        Set<Slab> taken = new HashSet<>();
        for (Slab slab : leased) {
            Slab cut = slab.block.cut;
            taken.add(cut == null ? slab : cut);
            if (cut != null && slab.capacity() == capacity(bytes)) {
                freeOf.merge(cut, slab.block.count - 1, (a, b) -> a - 1);
            }
        }
        boolean fractionIsFree = freeOf.values().stream().anyMatch(free -> free > 0);
        return !fractionIsFree && taken.size() == pool.limitBytes() / pool.slabBytes();
    }

    void release(int index) {
        if (!leased.isEmpty()) {
            Slab slab = leased.remove(index % leased.size());
            assertThatHolds(slab.buffer(), marks.remove(slab));
            slab.release();
            assertThatIllegalStateException().isThrownBy(slab::release);
        }
    }

    void trim() {
        long before = pool.committedBytes();
        long trimmed = pool.trim();
        assertThat(trimmed % pool.slabBytes()).isZero();
        assertThat(pool.committedBytes()).isEqualTo(before - trimmed);
        if (leased.isEmpty()) {
            assertThat(pool.committedBytes()).isZero();
        }
    }

    void close() {
        pool.close();
        closed = true;
    }

    void assertThatBooksBalance() {
        long sum = leased.stream().mapToLong(Slab::capacity).sum();
        assertThat(pool.leasedBytes()).isEqualTo(sum);
        assertThat(pool.committedBytes()).isBetween(sum, pool.limitBytes());
        if (closed && leased.isEmpty()) {
            assertThat(pool.committedBytes()).isZero();
        }
    }

    void end() {
        while (!leased.isEmpty()) {
            release(0);
        }
        assertThatBooksBalance();
        if (!closed) {
            List<Slab> all = PoolKind.leaseAll(pool, pool.slabBytes());
            assertThat(all).hasSize((int) (pool.limitBytes() / pool.slabBytes()));
            PoolKind.releaseAll(all);
            close();
        }
        assertThatBooksBalance();
    }

    private static void fill(ByteBuffer buffer, byte mark) {
        while (buffer.hasRemaining()) {
            buffer.put(mark);
        }
    }

    private static void assertThatHolds(ByteBuffer buffer, byte mark) {
        byte[] expected = new byte[buffer.capacity()];
        Arrays.fill(expected, mark);
        assertThat(buffer.clear().mismatch(ByteBuffer.wrap(expected))).isEqualTo(-1);
    }
}
