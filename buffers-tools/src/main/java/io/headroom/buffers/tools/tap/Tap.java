package io.headroom.buffers.tools.tap;

import io.headroom.buffers.framing.Framing;
import io.headroom.buffers.tools.framing.FramingException;
import io.headroom.buffers.tools.framing.Framings;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * {@code headroom tap --listen A --to B --framing F}: the frames between real clients and a real server.
 *
 * <p>Exit codes: 0 all connections could be followed; 1 one could not, or not reach the server; 2 wrong options, or the address cannot be
 * listened at.
 */
@Command(
        name = "tap",
        sortOptions = false,
        footer = Framings.SETTINGS_HELP,
        description =
                "Stands between clients and a server, passes every byte on unchanged, and shows how many frames of which lengths go each "
                        + "way; at the end, by Ctrl-C, --for or --connections, the limits to give a node that receives them. Bytes that can "
                        + "be no frame are passed on too, and not followed further.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:all connections could be followed",
            "1:one could not, or not reach the server",
            "2:wrong options, or the address cannot be listened at"
        })
public final class Tap implements Callable<Integer> {
    private static final int NOT_FOLLOWED = 1;
    private static final int MOST_PORT = 65535;

    /** Far above what nodes accept, and below what HTTP, TLS and other text give when they are taken for a length of four bytes. */
    private static final long MAX_FRAME = 256 << 20;

    /** How long an interrupted command may take to print its figures. */
    private static final int GRACE_SECONDS = 5;

    @Spec
    private @Nullable CommandSpec spec;

    /** Picocli reads it, nothing else. */
    @SuppressWarnings("UnusedVariable")
    @Option(names = "--help", usageHelp = true, description = "print this and end")
    private boolean isHelpWanted;

    @Option(
            names = "--listen",
            required = true,
            paramLabel = "HOST:PORT",
            description = "where clients connect to; port 0 takes a free one")
    private String listen = "";

    @Option(names = "--to", required = true, paramLabel = "HOST:PORT", description = "the server")
    private String target = "";

    @Option(names = "--framing", paramLabel = "FRAMING", description = Framings.HELP)
    private @Nullable String framing;

    @Option(
            names = "--client-framing",
            paramLabel = "FRAMING",
            description = "how frames of clients are found, if not by --framing")
    private @Nullable String clientFraming;

    @Option(
            names = "--server-framing",
            paramLabel = "FRAMING",
            description =
                    "how frames of the server are found, if not by --framing, which says it for the side that sends")
    private @Nullable String serverFraming;

    @Option(
            names = "--max-frame",
            paramLabel = "BYTES",
            description = "a longer frame is taken for none (default: ${DEFAULT-VALUE})")
    private long maxFrame = MAX_FRAME;

    @Option(
            names = "--every",
            paramLabel = "SECONDS",
            description = "between two reports, if there is anything new (default: ${DEFAULT-VALUE})")
    private double every = 2;

    @Option(names = "--for", paramLabel = "SECONDS", description = "end after so long")
    private @Nullable Double atMost;

    @Option(
            names = "--connections",
            paramLabel = "N",
            description = "accept no more than so many, and end when they are closed")
    private int connections = Integer.MAX_VALUE;

    @Option(names = "--json", description = "print an object of JSON in each line instead of text")
    private boolean isJsonWanted;

    private volatile boolean isInterrupted;

    @Override
    public Integer call() throws IOException, InterruptedException {
        CommandLine command = Objects.requireNonNull(spec).commandLine();
        if (maxFrame < 1 || !(every > 0) || connections < 1 || (atMost != null && !(atMost >= 0))) {
            throw new ParameterException(
                    command, "tap: expected --max-frame, --every and --connections above 0, --for 0 or more");
        }
        Wire wire = new Wire(
                framing(command, "--client-framing", clientFraming, false),
                framing(command, "--server-framing", serverFraming, true),
                maxFrame);
        InetSocketAddress from = address(command, "--listen", listen);
        InetSocketAddress to = address(command, "--to", target);
        checkNoCircle(command, from, to);
        CountDownLatch ended = new CountDownLatch(1);
        try (Relay relay = listen(from, to, wire)) {
            Thread interrupt = new Thread(() -> endOf(relay, ended));
            Runtime.getRuntime().addShutdownHook(interrupt);
            try {
                run(relay, isJsonWanted ? new JsonView(command.getOut()) : new TextView(command.getOut()));
            } finally {
                forget(interrupt);
            }
            long faults = relay.fromClients().faultCount() + relay.fromServers().faultCount();
            return faults + relay.unreachable() == 0 ? CommandLine.ExitCode.OK : NOT_FOLLOWED;
        } finally {
            ended.countDown();
        }
    }

    private Relay listen(InetSocketAddress from, InetSocketAddress to, Wire wire) throws IOException {
        try {
            return new Relay(from, to, wire, connections);
        } catch (IOException e) {
            throw new IOException("--listen " + listen + ": " + e.getMessage(), e);
        }
    }

    /** Refuses to be its own server: each connection would make another one. */
    private void checkNoCircle(CommandLine command, InetSocketAddress from, InetSocketAddress to) throws IOException {
        boolean isSamePort = from.getPort() != 0 && from.getPort() == to.getPort();
        boolean isEverywhere = from.getAddress().isAnyLocalAddress();
        boolean isOfThisMachine =
                to.getAddress().isAnyLocalAddress() || NetworkInterface.getByInetAddress(to.getAddress()) != null;
        if (isSamePort && (from.equals(to) || (isEverywhere && isOfThisMachine))) {
            throw new ParameterException(
                    command, "tap: --to " + target + ": expected a server, not the address that it listens at");
        }
    }

    private static void forget(Thread interrupt) {
        try {
            Runtime.getRuntime().removeShutdownHook(interrupt);
        } catch (IllegalStateException ending) {
            // the JVM has begun to end, and the hook waits for this command
        }
    }

    /** Has the command print its figures when the JVM is told to end. */
    private void endOf(Relay relay, CountDownLatch ended) {
        isInterrupted = true;
        relay.wakeUp();
        try {
            ended.await(GRACE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run(Relay relay, View view) throws IOException {
        view.listens(relay.address());
        long begun = System.nanoTime();
        double shown = 0;
        double seconds = 0;
        double end = atMost == null ? Double.POSITIVE_INFINITY : atMost;
        while (!isInterrupted && seconds < end && (relay.accepted() < connections || relay.open() > 0)) {
            relay.turn((long) Math.ceil(1000 * Math.min(shown + every - seconds, end - seconds)));
            seconds = (System.nanoTime() - begun) / 1e9;
            if (seconds >= shown + every) {
                shown = seconds;
                if (relay.hasNews()) {
                    view.shows(relay, seconds);
                }
            }
        }
        view.ends(relay, seconds);
    }

    /** Returns the framing of one side, by an option of its own or that for both. */
    private Framing framing(CommandLine command, String option, @Nullable String own, boolean isOfServer) {
        String text = own == null ? framing : own;
        if (text == null) {
            throw new ParameterException(command, "tap: expected --framing, or --client-framing and --server-framing");
        }
        try {
            return isOfServer ? Framings.parseForServer(text) : Framings.parse(text);
        } catch (FramingException e) {
            throw new ParameterException(
                    command, "tap: " + (own == null ? "--framing " : option + " ") + e.getMessage(), e);
        }
    }

    private static InetSocketAddress address(CommandLine command, String option, String text) {
        int colon = text.lastIndexOf(':');
        String port = text.substring(colon + 1);
        if (colon < 1 || !port.matches("\\d{1,5}") || Integer.parseInt(port) > MOST_PORT) {
            throw new ParameterException(command, "tap: " + option + " " + text + ": expected HOST:PORT");
        }
        String host = text.substring(0, colon).replaceFirst("^\\[(.*)]$", "$1");
        InetSocketAddress address = new InetSocketAddress(host, Integer.parseInt(port));
        if (address.isUnresolved()) {
            throw new ParameterException(command, "tap: " + option + " " + text + ": no such host");
        }
        return address;
    }
}
