package io.headroom.buffers.jmh.compare.result;

/** How the figures are counted. */
final class Legend {
    private Legend() {}

    static String text() {
        return """
                How it is counted (MB = 10^6 bytes, GB = 10^9 bytes, KB = 10^3 bytes; received bytes are those of whole frames)
                  paced load    every checksum verified, no acknowledgements; closed loop: one unacknowledged message per peer, no checksums
                  collections   stop-the-world collections in the flight recording, each once: concurrent cycles (G1Old) are left out
                  pauses        the recording's pause events, Remark and Cleanup included
                  humongous     regions that became the start of a humongous object
                  allocated     heap: by the I/O thread; direct: growth over the load, and for Netty all chunks its allocator took
                  copied        between socket and application: compaction, cumulation, and the JDK's own copy into heap buffers
                  CPU           of the whole receiver process: I/O thread, collector, compiler
                  memory        after full collections; held: capacity of the connections' buffers; direct: the larger of the JVM's pool
                                and the strategy's allocator (from JDK 25 on the pool leaves out the buffers that the JDK copies through);
                                resident: of the process, whose heap has its full size from the start
                """;
    }
}
