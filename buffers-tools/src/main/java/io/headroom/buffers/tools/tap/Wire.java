package io.headroom.buffers.tools.tap;

import io.headroom.buffers.framing.Framing;

/** How frames are found in what the clients send and in what the server sends, and from which length on bytes are taken for none. */
record Wire(Framing ofClients, Framing ofServer, long maxFrame) {}
