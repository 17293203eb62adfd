/**
 * {@link io.headroom.buffers.micrometer.BufferMetrics} binds the figures of {@link io.headroom.buffers.BufferStats} to Micrometer's registries.
 */
@NullMarked
package io.headroom.buffers.micrometer;

import org.jspecify.annotations.NullMarked;
