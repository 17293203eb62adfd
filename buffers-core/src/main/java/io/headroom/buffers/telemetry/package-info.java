/**
 * What {@link io.headroom.buffers.BufferStats} says, for those who watch a node: {@link io.headroom.buffers.telemetry.LatestStats} for any number
 * of threads, {@link io.headroom.buffers.telemetry.Figure} one by one with unit and meaning, and {@link
 * io.headroom.buffers.telemetry.BufferStatsBean} for JMX. Nothing below knows that it is watched.
 */
@NullMarked
package io.headroom.buffers.telemetry;

import org.jspecify.annotations.NullMarked;
