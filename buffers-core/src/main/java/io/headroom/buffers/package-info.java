/**
 * Read buffers that start small, follow the frames that arrive, and hold nothing while nothing is to be held.
 *
 * <p>{@link io.headroom.buffers.MessageBuffers} is the door: one for each node. It opens a {@link io.headroom.buffers.ReadBuffer} for each
 * connection, which reads from its channel and hands whole frames, or parts of them, to a {@link io.headroom.buffers.FrameHandler}.
 *
 * <p>Words: a <b>frame</b> is a message on the wire, header and <b>payload</b>; a <b>framing</b> tells where it ends. A <b>slab</b> is a piece
 * of pooled memory of one size; a <b>lease</b> of one lasts until its release. The <b>landing</b> is the slab that a read goes into, borrowed
 * for that time. A remainder that is kept for the next read is <b>parked</b>; a frame longer than a slab is a <b>chain</b> of slabs, or one
 * <b>run</b> of adjacent ones if it is to be contiguous. To <b>drain</b> is to read what the socket has and deliver it. The <b>budget</b> is the
 * limit on all memory; a <b>lane</b> is a part of it that is kept back for when the rest is used up, a <b>share</b> the most that one connection
 * or peer may have of it. A <b>sweep</b> finds the peers that are late with a frame.
 */
@NullMarked
package io.headroom.buffers;

import org.jspecify.annotations.NullMarked;
