package io.headroom.buffers;

/** Why {@link ReadBuffer#drain} or {@link ReadBuffer#feed} returned. */
public enum ReadStatus {
    /** The last read came short of the room offered, or everything fed was taken: wait for the channel to be readable. */
    DRAINED,
    /** The channel may have more, but this call has read its share: call again, after the other connections had their turn. */
    MORE,
    /** Memory is short: wait by {@link ReadBuffer#whenReadable}. Nothing is lost; nothing is read either, not even that the peer has hung up. */
    PAUSED,
    /** The handler asked to pause: wait by {@link ReadBuffer#whenReadable}, or for whoever calls {@link ReadBuffer#resume()}. */
    HELD,
    /** The stream has ended at the end of a frame. */
    END,
    /** The buffer has been closed. */
    CLOSED
}
