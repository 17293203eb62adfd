package io.headroom.buffers.examples.node;

import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.StringJoiner;

/**
 * Runs a node: {@code listen PORT}, or {@code connect PORT} to talk to the first one.
 *
 * <p>With the word {@code before} behind it, the node reads as it did before; with {@code trace} it prints each read.
 */
public final class NodeMain {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private NodeMain() {}

    /**
     * Runs a node until the other end is done or, listening, until the process ends.
     *
     * @throws IOException if the port is taken or nobody listens there
     * @throws InterruptedException if somebody interrupts this thread
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        List<String> words = Arrays.asList(args);
        if (words.size() < 2 || !List.of("listen", "connect").contains(words.get(0))) {
            System.err.println("usage: listen PORT [before] [trace] | connect PORT [before] [trace]");
            return;
        }
        int port = Integer.parseInt(words.get(1));
        NodeSettings.Builder settings = NodeSettings.builder();
        if (words.contains("before")) {
            settings.peers(PeerBefore::new);
        }
        if (words.contains("trace")) {
            settings.trace(System.out::println);
        }
        try (Node node = Node.start(settings.build(), new BlockServer())) {
            if (words.get(0).equals("listen")) {
                System.out.println("listening on port " + node.listen(port));
                reportForever(node);
            } else {
                talk(node, node.connect(port));
            }
        }
    }

    private static void reportForever(Node node) throws InterruptedException {
        while (true) {
            Thread.sleep(Duration.ofSeconds(5).toMillis());
            report(node);
        }
    }

    private static void talk(Node node, Peer peer) throws InterruptedException {
        for (int i = 0; i < 3; i++) {
            ask(peer, Message.of(MessageType.PING));
        }
        for (long height : new long[] {1, 100, 5000}) {
            ask(peer, Message.of(MessageType.GET_BLOCK).withNumber(height));
        }
        // A reply is here before the read that brought it has returned, and given back its memory.
        Thread.sleep(Duration.ofMillis(200).toMillis());
        report(node);
    }

    private static void ask(Peer peer, Message message) throws InterruptedException {
        Message reply = peer.request(message, TIMEOUT);
        System.out.println(message + " -> " + (reply == null ? "no reply in " + TIMEOUT.toSeconds() + " s" : reply));
    }

    private static void report(Node node) {
        StringJoiner line = new StringJoiner("; ");
        line.add(node.peers().size() + " peers, " + node.buffers().pool().leasedBytes() + " bytes held");
        for (MessageType type : node.settings().types().all()) {
            MessageCounters.Count count = node.counters().of(type.value());
            if (count.messages() > 0) {
                line.add(type + ": " + count);
            }
        }
        System.out.println(line);
    }
}
