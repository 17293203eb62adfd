package io.headroom.buffers;

import io.headroom.buffers.memory.Slab;

/** A program of its own that prints what is chosen where nothing is set, and the longest array of a node that holds frames on the heap. */
final class SlabProgram {
    private SlabProgram() {}

    public static void main(String[] args) {
        try (MessageBuffers buffers = MessageBuffers.builder().heap().build()) {
            int longest = 0;
            for (int bytes = 256; bytes <= buffers.pool().slabBytes(); bytes *= 2) {
                Slab slab = buffers.pool().tryLease(bytes);
                longest = Math.max(longest, slab.buffer().array().length);
                slab.release();
            }
            System.out.println("slab " + buffers.pool().slabBytes() + ", longest array " + longest);
        }
    }
}
