package io.headroom.buffers.jmh.compare.receive;

import io.headroom.buffers.MessageBuffers;
import java.io.IOException;
import java.util.List;

/**
 * A way of reading messages that is compared: one line of {@link #all}.
 *
 * @param name short, for columns and options
 * @param title in a few words
 * @param factory opens a receiver that reads that way
 * @param jvmFlags flags of its JVM, besides those that all receivers have
 * @param isUsual whether it runs when nobody says which
 */
public record Strategy(String name, String title, Factory factory, List<String> jvmFlags, boolean isUsual) {
    /** The strategy that the others are compared with. */
    public static final String BASELINE = "naive";

    /** Opens receivers. */
    public interface Factory {
        /** Opens a receiver on a free port of the loopback interface, whose messages go to the inbox; only some have a use for a defence. */
        Receiver open(Inbox inbox, Defence defence) throws IOException;

        /** Opens a receiver that expects no attackers. */
        default Receiver open(Inbox inbox) throws IOException {
            return open(inbox, Defence.NONE);
        }
    }

    /** Returns all strategies, in the order in which they run and are shown. */
    public static List<Strategy> all() {
        return List.of(
                new Strategy(
                        BASELINE,
                        "2,097,161 heap bytes per wake-up, compacted after each message",
                        (inbox, defence) -> NioReceiver.open(NaiveConnection::new, inbox),
                        List.of(),
                        true),
                new Strategy(
                        "naive-4m",
                        "naive with larger regions: too small by 32 bytes for its buffer not to be humongous",
                        (inbox, defence) -> NioReceiver.open(NaiveConnection::new, inbox),
                        List.of("-XX:G1HeapRegionSize=4m"),
                        false),
                new Strategy(
                        "naive-8m",
                        "naive with regions in which its buffer is not humongous",
                        (inbox, defence) -> NioReceiver.open(NaiveConnection::new, inbox),
                        List.of("-XX:G1HeapRegionSize=8m"),
                        false),
                new Strategy(
                        "maximal",
                        "2,097,161 heap bytes per connection, kept, compacted only when a message needs the room",
                        (inbox, defence) -> NioReceiver.open(MaximalConnection::new, inbox),
                        List.of(),
                        false),
                new Strategy(
                        "exact",
                        "a heap array of the exact length, at the header",
                        (inbox, defence) -> NioReceiver.open(ExactConnection::new, inbox),
                        List.of(),
                        true),
                new Strategy(
                        "netty",
                        "Netty's LengthFieldBasedFrameDecoder on its NIO transport",
                        (inbox, defence) -> NettyReceiver.open(inbox),
                        List.of(),
                        true),
                new Strategy(
                        "headroom",
                        "Headroom: memory follows the bytes that have arrived",
                        (inbox, defence) -> headroom(MessageBuffers.builder(), false, inbox, defence),
                        List.of(),
                        true),
                new Strategy(
                        "headroom-heap",
                        "Headroom with frames held on the heap",
                        (inbox, defence) -> headroom(MessageBuffers.builder().heap(), false, inbox, defence),
                        List.of(),
                        false),
                new Strategy(
                        "headroom-contiguous",
                        "Headroom with every message in one piece",
                        (inbox, defence) -> headroom(MessageBuffers.builder(), true, inbox, defence),
                        List.of(),
                        false));
    }

    /** Returns the strategies that run when nobody says which. */
    public static List<Strategy> usual() {
        return all().stream().filter(Strategy::isUsual).toList();
    }

    /** Returns the names of all strategies. */
    public static List<String> names() {
        return all().stream().map(Strategy::name).toList();
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
                .orElseThrow(
                        () -> new IllegalArgumentException("no strategy \"" + name + "\": expected one of " + names()));
    }

    private static Receiver headroom(MessageBuffers.Builder settings, boolean contiguous, Inbox inbox, Defence defence)
            throws IOException {
        MessageBuffers buffers = defence.on(settings).build();
        return NioReceiver.open(HeadroomConnection.connections(buffers, contiguous, defence.sweepMillis()), inbox);
    }
}
