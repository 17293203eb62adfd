/**
 * Size-adaptive message buffers: memory follows the bytes received, not the largest message allowed.
 */
module io.headroom.buffers {
    requires transitive io.netty.buffer;
    requires io.netty.common;
    requires static org.jspecify;
    requires static jdk.jfr;
    requires static jdk.unsupported;
    requires static java.management;
    requires static jdk.management;

    exports io.headroom.buffers;
    exports io.headroom.buffers.framing;
    exports io.headroom.buffers.memory;
    exports io.headroom.buffers.telemetry;
}
