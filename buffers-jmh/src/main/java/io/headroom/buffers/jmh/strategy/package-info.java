/**
 * Ways to find the frames in a stream, side by side: what nodes do, what Netty does, what this library does, and the floor under all of them.
 */
@NullMarked
package io.headroom.buffers.jmh.strategy;

import org.jspecify.annotations.NullMarked;
