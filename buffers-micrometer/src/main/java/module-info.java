/**
 * The figures of a node's read buffers as Micrometer meters.
 */
module io.headroom.buffers.micrometer {
    requires transitive io.headroom.buffers;
    requires transitive micrometer.core;
    requires static org.jspecify;

    exports io.headroom.buffers.micrometer;
}
