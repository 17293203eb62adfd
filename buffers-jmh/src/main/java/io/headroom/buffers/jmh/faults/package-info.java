/**
 * Page faults and the stalls that they mean for an I/O thread, with and without a warm-up: {@link io.headroom.buffers.jmh.faults.Faults} runs
 * each {@link io.headroom.buffers.jmh.faults.Scenario} in a process of its own.
 */
@NullMarked
package io.headroom.buffers.jmh.faults;

import org.jspecify.annotations.NullMarked;
