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

    /** Leases adjacent slabs; the limit is little enough for one chunk, so that what is adjacent can be told by the slabs' places. */
    void leaseRun(int bytes) {
        int slots = (bytes + pool.slabBytes() - 1) / pool.slabBytes();
        Slab run = pool.isDirect() ? pool.tryLeaseContiguous(bytes) : null;
        if (run == null) {
            assertThat(closed || !pool.isDirect() || longestFree() < slots)
                    .as("refused %s slabs", slots)
                    .isTrue();
            return;
        }
        assertThat(run.capacity()).isEqualTo(slots * pool.slabBytes());
        assertThat(marks).doesNotContainKey(run);
        fill(run.buffer(), ++lastMark);
        marks.put(run, lastMark);
        leased.add(run);
    }

    private int longestFree() {
        boolean[] taken = new boolean[(int) (pool.limitBytes() / pool.slabBytes())];
        for (Slab slab : leased) {
            Slab whole = slab.block.cut == null ? slab : slab.block.cut;
            Arrays.fill(taken, whole.index, whole.index + whole.slots, true);
        }
        int longest = 0;
        int free = 0;
        for (boolean isTaken : taken) {
            free = isTaken ? 0 : free + 1;
            longest = Math.max(longest, free);
        }
        return longest;
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
        int inRuns = 0;
        for (Slab slab : leased) {
            Slab cut = slab.block.cut;
            taken.add(cut == null ? slab : cut);
            inRuns += slab.slots - 1;
            if (cut != null && slab.capacity() == capacity(bytes)) {
                freeOf.merge(cut, slab.block.count - 1, (a, b) -> a - 1);
            }
        }
        boolean fractionIsFree = freeOf.values().stream().anyMatch(free -> free > 0);
        return !fractionIsFree && taken.size() + inRuns == pool.limitBytes() / pool.slabBytes();
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
