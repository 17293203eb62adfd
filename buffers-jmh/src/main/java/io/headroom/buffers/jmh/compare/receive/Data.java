package io.headroom.buffers.jmh.compare.receive;

import java.security.MessageDigest;

/** A message's data, wherever a strategy has put it: valid while the inbox takes the message. */
interface Data {
    /** Returns how many bytes it has, 1 or more. */
    int length();

    /** Returns the byte at {@code index}. */
    byte at(int index);

    /** Feeds all bytes to the digest. */
    void update(MessageDigest digest);

    /** Forgets the message: a view that is reused must not keep its memory alive. */
    void clear();
}
