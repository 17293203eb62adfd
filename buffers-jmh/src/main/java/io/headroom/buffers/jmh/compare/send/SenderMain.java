package io.headroom.buffers.jmh.compare.send;

import io.headroom.buffers.jmh.compare.child.ParentLine;
import io.headroom.buffers.jmh.compare.wire.Deck;
import io.headroom.buffers.jmh.compare.wire.PayloadFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The sender process. Its arguments: the number of peers, the seed, "sound" or "spoiled" (one message then has a wrong checksum), and a folder
 * of payloads if there is one. Says "ready" when its messages are made, then obeys
 *
 * <pre>
 * connect PORT               answers "connected"
 * paced BYTES_PER_SECOND     begins the paced load, answers "ok"
 * closed                     begins the closed loop, answers "ok"
 * serve BYTES_PER_SECOND     begins the watched load, answers "ok"
 * watch                      begins to watch how peers are served, answers "watched …", see {@link Served}, since that was done last
 * stop                       ends the load, answers "sent MESSAGES BYTES" since the start, once all have gone out
 * start BYTES                has each peer begin a large message with so many bytes, answers "ok"
 * quit
 * </pre>
 */
public final class SenderMain implements ParentLine.Orders {
    private static final int STOP_SECONDS = 20;
    private static final int STOP_STEP_MILLIS = 5;

    private final int peers;
    private final Deck deck;
    private @Nullable Sender connected;

    private SenderMain(int peers, Deck deck) {
        this.peers = peers;
        this.deck = deck;
    }

    /** Runs the process. */
    public static void main(String[] arguments) {
        ParentLine parent = new ParentLine();
        try {
            long seed = Long.parseLong(arguments[1]);
            Deck deck = arguments.length == 3
                    ? Deck.of(seed)
                    : Deck.of(seed, PayloadFolder.list(Path.of(arguments[3])).read());
            if (arguments[2].equals("spoiled")) {
                deck.spoil();
            }
            parent.say("ready");
            parent.obeyAll(new SenderMain(Integer.parseInt(arguments[0]), deck));
            System.exit(0);
        } catch (Exception e) {
            parent.failed(e);
            System.exit(1);
        }
    }

    @Override
    public @Nullable String obey(String[] order) throws IOException, InterruptedException {
        switch (order[0]) {
            case "connect" -> {
                connected = Sender.connect(Integer.parseInt(order[1]), peers, deck);
                return "connected";
            }
            case "paced" -> sender().paced(Double.parseDouble(order[1]));
            case "closed" -> sender().closedLoop();
            case "serve" -> sender().watched(Double.parseDouble(order[1]));
            case "watch" -> {
                return "watched " + Served.words(sender().watch());
            }
            case "stop" -> {
                return stop(sender());
            }
            case "start" -> sender().sendStarts(Integer.parseInt(order[1]));
            case "quit" -> {
                return null;
            }
            default -> throw new IllegalArgumentException("no such order: " + order[0]);
        }
        return "ok";
    }

    private Sender sender() {
        Sender sender = connected;
        if (sender == null) {
            throw new IllegalStateException("not connected");
        }
        return sender;
    }

    private static String stop(Sender sender) throws IOException, InterruptedException {
        sender.stop();
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(STOP_SECONDS);
        while (!sender.isQuiet()) {
            if (System.nanoTime() - deadline > 0) {
                throw new IOException("messages were not taken or not acknowledged for " + STOP_SECONDS + " s");
            }
            Thread.sleep(STOP_STEP_MILLIS);
        }
        return "sent " + sender.sent();
    }
}
