package io.headroom.buffers.jmh.compare.receive;

/**
 * Bytes that begin no message of ours. A strategy that has lost its place in the stream looks the same, so this ends the receiver, unless its
 * inbox {@linkplain Inbox#expectStrangers() expects strangers}: then it ends the connection.
 */
final class BadBytesException extends RuntimeException {
    private static final long serialVersionUID = 1;

    BadBytesException(String message) {
        super(message);
    }

    BadBytesException(Exception cause) {
        super(cause);
    }
}
