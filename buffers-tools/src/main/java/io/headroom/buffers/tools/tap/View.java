package io.headroom.buffers.tools.tap;

import java.net.SocketAddress;

/** Where the figures go. */
interface View {
    /** Clients may come. */
    void listens(SocketAddress address);

    /** Figures so far, after so many seconds. */
    void shows(Relay relay, double seconds);

    /** Figures of all, and advice. Nothing comes after it. */
    void ends(Relay relay, double seconds);
}
