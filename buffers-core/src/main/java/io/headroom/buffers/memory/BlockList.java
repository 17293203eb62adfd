package io.headroom.buffers.memory;

import org.jspecify.annotations.Nullable;

/**
 * The blocks of one size class that have free slabs. Used ones stand in front and are filled up first, so that unused ones stay unused and
 * can be given back; those made for a long run stand at the end. Guarded by the {@link Depot}'s lock.
 */
final class BlockList {
    private @Nullable Block first;
    private @Nullable Block last;

    @Nullable Block first() {
        return first;
    }

    @Nullable Block last() {
        return last;
    }

    void add(Block block, boolean isLast) {
        if (isLast) {
            addLast(block);
        } else {
            addFirst(block);
        }
    }

    void addFirst(Block block) {
        block.next = first;
        if (first == null) {
            last = block;
        } else {
            first.previous = block;
        }
        first = block;
    }

    /** Adds a block behind those of its kind: large ones stand behind all others. */
    void addLast(Block block) {
        Block before = last;
        while (before != null && before.isLarge() && !block.isLarge()) {
            before = before.previous;
        }
        if (before == null) {
            addFirst(block);
            return;
        }
        block.previous = before;
        block.next = before.next;
        if (before.next == null) {
            last = block;
        } else {
            before.next.previous = block;
        }
        before.next = block;
    }

    void remove(Block block) {
        if (block.previous == null) {
            first = block.next;
        } else {
            block.previous.next = block.next;
        }
        if (block.next == null) {
            last = block.previous;
        } else {
            block.next.previous = block.previous;
        }
        block.previous = null;
        block.next = null;
    }
}
