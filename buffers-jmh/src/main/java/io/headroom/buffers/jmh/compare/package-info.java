/**
 * Whole nodes side by side: {@link io.headroom.buffers.jmh.compare.Compare} runs one receiver process for each strategy of reading messages,
 * under the same load from another process, and prints what each of them costs.
 *
 * <p>Below it, each importing only what comes before it: {@code wire}, the messages; {@code result}, what is found; {@code flight}, what a
 * recording says; {@code child}, processes; {@code receive} and {@code send}, the two sides.
 */
@NullMarked
package io.headroom.buffers.jmh.compare;

import org.jspecify.annotations.NullMarked;
