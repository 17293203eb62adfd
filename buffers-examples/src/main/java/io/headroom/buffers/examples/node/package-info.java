/**
 * A node of a small peer-to-peer network: one selector thread, messages of 13 bytes to 10 MiB, and its read loop twice.
 *
 * <p>{@code PeerBefore} reads as such nodes often do: a buffer of the longest message for each connection that has a byte to read.
 * {@code PeerAfter} reads through a {@link io.headroom.buffers.ReadBuffer}. All else is shared, so the difference between these two files
 * is the change that a maintainer makes; {@code MessageFraming} and {@code MessageReader} come with it and take the place of
 * {@code MessageParser}.
 */
@NullMarked
package io.headroom.buffers.examples.node;

import org.jspecify.annotations.NullMarked;
