package io.headroom.buffers.jmh.compare.receive;

import java.io.IOException;
import java.util.List;

/**
 * A way of reading messages that is compared: one line of {@link #all}.
 *
 * @param name short, for columns and options
 * @param title in a few words
 * @param factory opens a receiver that reads that way
 * @param jvmFlags flags of its JVM, besides those that all receivers have
 */
public record Strategy(String name, String title, Factory factory, List<String> jvmFlags) {
    /** The strategy that the others are compared with. */
    public static final String BASELINE = "naive";

    /** Opens receivers. */
    public interface Factory {
        /** Opens a receiver on a free port of the loopback interface, whose messages go to the inbox. */
        Receiver open(Inbox inbox) throws IOException;
    }

    /** Returns all strategies, in the order in which they run and are shown. */
    public static List<Strategy> all() {
        return List.of(
                new Strategy(
                        BASELINE,
                        "2,097,161 heap bytes per wake-up, compacted after each message",
                        inbox -> NioReceiver.open(NaiveConnection::new, inbox),
                        List.of()),
                new Strategy(
                        "exact",
                        "a heap array of the exact length, at the header",
                        inbox -> NioReceiver.open(ExactConnection::new, inbox),
                        List.of()),
                new Strategy(
                        "netty",
                        "Netty's LengthFieldBasedFrameDecoder on its NIO transport",
                        NettyReceiver::open,
                        List.of()),
                new Strategy(
                        "headroom",
                        "Headroom: memory follows the bytes that have arrived",
                        inbox -> NioReceiver.open(HeadroomConnection.connections(), inbox),
                        List.of()));
    }

    /**
     * Returns the strategy of a name.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static Strategy named(String name) {
        return all().stream()
                .filter(strategy -> strategy.name.equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no strategy \"" + name + "\": expected one of "
                        + all().stream().map(Strategy::name).toList()));
    }
}
