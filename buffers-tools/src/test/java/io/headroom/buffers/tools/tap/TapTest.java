package io.headroom.buffers.tools.tap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.headroom.buffers.tools.HeadroomMain;
import io.headroom.buffers.tools.framing.Framings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** Real clients and servers on loopback, with the tap between them. */
@Timeout(60)
class TapTest {
    private static InetSocketAddress anywhere() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    }

    private static Relay relay(InetSocketAddress target, String framing) throws Exception {
        return new Relay(anywhere(), target, Framings.parse(framing), Framings.parseForServer(framing), 1 << 30);
    }

    /** Has the relay work until that is so. */
    private static void turnUntil(Relay relay, BooleanSupplier isSo) throws IOException {
        while (!isSo.getAsBoolean()) {
            relay.turn(10);
        }
    }

    private static Socket client(Relay relay) throws IOException {
        InetSocketAddress address = (InetSocketAddress) relay.address();
        Socket socket = new Socket(address.getAddress(), address.getPort());
        socket.setSoTimeout(30_000); // a test that fails ends
        return socket;
    }

    private static byte[] frames(int... payloads) {
        ByteArrayOutputStream frames = new ByteArrayOutputStream();
        for (int payload : payloads) {
            byte[] frame = new byte[4 + payload];
            new SplittableRandom(payload).nextBytes(frame);
            ByteBuffer.wrap(frame).putInt(payload);
            frames.writeBytes(frame);
        }
        return frames.toByteArray();
    }

    /** Sends bytes and their end, and returns what comes back until its end. */
    private static CompletableFuture<byte[]> exchange(Relay relay, byte[] bytes) {
        return CompletableFuture.supplyAsync(
                () -> {
                    try (Socket socket = client(relay)) {
                        Thread sender = new Thread(() -> {
                            try {
                                socket.getOutputStream().write(bytes);
                                socket.shutdownOutput();
                            } catch (IOException broken) {
                                // seen by the reader
                            }
                        });
                        sender.start();
                        byte[] back = socket.getInputStream().readAllBytes();
                        sender.join();
                        return back;
                    } catch (IOException | InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                },
                task -> new Thread(task).start());
    }

    @Test
    void passesEveryByteOnBothWaysAndCountsTheFrames() throws Exception {
        byte[] bytes = frames(5, 0, 300_000, 1, 2_000_000);
        try (Echo server = new Echo(Echo::echo);
                Relay relay = relay(server.address(), "length-field")) {
            CompletableFuture<byte[]> back = exchange(relay, bytes);
            turnUntil(relay, () -> back.isDone() && relay.open() == 0);
            assertThat(back.get()).isEqualTo(bytes);
            for (Traffic traffic : List.of(relay.fromClients(), relay.fromServers())) {
                assertThat(traffic.frames()).isEqualTo(5);
                assertThat(traffic.bytes()).isEqualTo(bytes.length);
                assertThat(traffic.least()).isEqualTo(4);
                assertThat(traffic.greatest()).isEqualTo(2_000_004);
                assertThat(traffic.faults()).isEmpty();
            }
        }
    }

    @Test
    void servesManyConnectionsAtOnce() throws Exception {
        byte[] bytes = frames(5, 70_000, 1);
        try (Echo server = new Echo(Echo::echo);
                Relay relay = relay(server.address(), "length-field")) {
            List<CompletableFuture<byte[]>> all = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                all.add(exchange(relay, bytes));
            }
            turnUntil(relay, () -> all.stream().allMatch(CompletableFuture::isDone) && relay.open() == 0);
            for (CompletableFuture<byte[]> back : all) {
                assertThat(back.get()).isEqualTo(bytes);
            }
            assertThat(relay.accepted()).isEqualTo(50);
            assertThat(relay.fromClients().frames()).isEqualTo(150);
        }
    }

    @Test
    void passesBytesOnThatCanBeNoFrame() throws Exception {
        ByteArrayOutputStream sent = new ByteArrayOutputStream();
        sent.writeBytes(frames(5, 6));
        sent.writeBytes("GET / HTTP/1.1\r\n\r\n".repeat(10_000).getBytes(StandardCharsets.US_ASCII));
        try (Echo server = new Echo(Echo::echo);
                Relay relay = relay(server.address(), "length-field")) {
            CompletableFuture<byte[]> back = exchange(relay, sent.toByteArray());
            turnUntil(relay, () -> back.isDone() && relay.open() == 0);
            assertThat(back.get()).isEqualTo(sent.toByteArray());
            assertThat(relay.fromClients().frames()).isEqualTo(2);
            assertThat(relay.fromClients().faults())
                    .singleElement()
                    .satisfies(fault -> assertThat(fault)
                            .contains("connection 1, at offset 19: FRAME_TOO_LARGE")
                            .contains("looks like HTTP"));
        }
    }

    @Test
    void saysWhereAStreamWasCutOff() throws Exception {
        byte[] bytes = Arrays.copyOf(frames(5, 600), 100);
        try (Echo server = new Echo(Echo::echo);
                Relay relay = relay(server.address(), "length-field")) {
            CompletableFuture<byte[]> back = exchange(relay, bytes);
            turnUntil(relay, () -> back.isDone() && relay.open() == 0);
            assertThat(relay.fromServers().faults())
                    .singleElement()
                    .satisfies(fault -> assertThat(fault).contains("at offset 9: TRUNCATED"));
        }
    }

    /** Whoever does not read holds up whoever sends: the tap takes no more than it can pass on. */
    @Test
    void readsNoMoreThanItCanPassOn() throws Exception {
        CountDownLatch goOn = new CountDownLatch(1);
        AtomicLong sent = new AtomicLong();
        AtomicLong received = new AtomicLong();
        long total = 64 << 20;
        try (Echo server = new Echo(socket -> {
                    try {
                        goOn.await();
                    } catch (InterruptedException e) {
                        return;
                    }
                    received.set(socket.getInputStream().transferTo(OutputStream.nullOutputStream()));
                });
                Relay relay = relay(server.address(), "fixed:length=1024")) {
            Thread sender = new Thread(() -> {
                try (Socket socket = client(relay)) {
                    byte[] piece = new byte[1 << 16];
                    for (long i = 0; i < total; i += piece.length) {
                        socket.getOutputStream().write(piece);
                        sent.addAndGet(piece.length);
                    }
                } catch (IOException e) {
                    throw new IllegalStateException(e);
                }
            });
            sender.start();
            long before = -1;
            for (int quiet = 0; quiet < 50; ) {
                relay.turn(10);
                quiet = sent.get() == before ? quiet + 1 : 0;
                before = sent.get();
            }
            assertThat(sent.get()).as("bytes that the client got rid of").isLessThan(total / 2);
            goOn.countDown();
            turnUntil(
                    relay,
                    () -> relay.open() == 0 || (relay.fromClients().bytes() == total && received.get() == total));
            assertThat(relay.fromClients().frames()).isEqualTo(total / 1024);
            sender.join();
        }
    }

    @Test
    void passesAResetOn() throws Exception {
        CountDownLatch reset = new CountDownLatch(1);
        try (Echo server = new Echo(socket -> {
                    socket.setSoLinger(true, 0);
                    assertThat(socket.getInputStream().read()).isNotNegative();
                    socket.close();
                    reset.countDown();
                });
                Relay relay = relay(server.address(), "length-field");
                Socket socket = client(relay)) {
            socket.getOutputStream().write(1);
            turnUntil(relay, () -> reset.getCount() == 0 && relay.open() == 0);
            assertThatThrownBy(() -> socket.getInputStream().read()).isInstanceOf(SocketException.class);
        }
    }

    @Test
    void breaksOffWhereNoServerAnswers() throws Exception {
        InetSocketAddress nobody;
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            nobody = (InetSocketAddress) taken.getLocalSocketAddress();
        }
        try (Relay relay = relay(nobody, "length-field");
                Socket socket = client(relay)) {
            turnUntil(relay, () -> relay.unreachable() == 1);
            assertThat(relay.open()).isZero();
            assertThatThrownBy(() -> {
                        if (socket.getInputStream().read() < 0) {
                            throw new SocketException("closed");
                        }
                    })
                    .isInstanceOf(SocketException.class);
        }
    }

    private static int run(StringWriter out, StringWriter err, String... arguments) {
        CommandLine command = HeadroomMain.commandLine();
        command.setOut(new PrintWriter(out));
        command.setErr(new PrintWriter(err));
        return command.execute(arguments);
    }

    @Test
    void printsFiguresAndAdviceInTheEnd() throws Exception {
        byte[] bytes = frames(5, 300_000, 60);
        for (boolean isJson : new boolean[] {false, true}) {
            StringWriter out = new StringWriter();
            try (Echo server = new Echo(Echo::echo)) {
                String to = "127.0.0.1:" + server.address().getPort();
                CompletableFuture<Integer> code = CompletableFuture.supplyAsync(
                        () -> run(out, new StringWriter(), tap(to, isJson)), task -> new Thread(task).start());
                InetSocketAddress listening = listening(out);
                try (Socket socket = new Socket(listening.getAddress(), listening.getPort())) {
                    socket.getOutputStream().write(bytes);
                    socket.shutdownOutput();
                    assertThat(socket.getInputStream().readAllBytes()).isEqualTo(bytes);
                }
                assertThat(code.get()).isZero();
            }
            if (isJson) {
                JsonNode last = new ObjectMapper()
                        .readTree(out.toString()
                                .lines()
                                .reduce((one, next) -> next)
                                .orElseThrow());
                assertThat(last.get("last").asBoolean()).isTrue();
                assertThat(last.get("clientToServer").get("frames").asLong()).isEqualTo(3);
                assertThat(last.get("serverToClient")
                                .get("advice")
                                .get(0)
                                .get("bytes")
                                .asLong())
                        .isEqualTo(1 << 20);
            } else {
                assertThat(out.toString())
                        .contains("1 connections, 0 open")
                        .contains("greatest 300,004")
                        .contains("ReadLimits.maxFrame 1,048,576: the longest of 3 frames has 300,004 bytes")
                        .contains("below         524,288             1  ####");
            }
        }
    }

    private static String[] tap(String to, boolean isJson) {
        List<String> arguments = new ArrayList<>(List.of(
                "tap", "--listen", "127.0.0.1:0", "--to", to, "--framing", "length-field", "--connections", "1"));
        if (isJson) {
            arguments.add("--json");
        }
        return arguments.toArray(new String[0]);
    }

    private static InetSocketAddress listening(StringWriter out) throws InterruptedException {
        while (true) {
            String text = out.toString();
            if (text.contains("\n")) {
                String port = text.lines().findFirst().orElseThrow().replaceAll(".*:(\\d+).*", "$1");
                return new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(port));
            }
            Thread.sleep(5);
        }
    }

    @Test
    void endsAfterTheTimeItWasGiven() {
        StringWriter out = new StringWriter();
        assertThat(run(
                        out,
                        new StringWriter(),
                        "tap",
                        "--listen",
                        "127.0.0.1:0",
                        "--to",
                        "127.0.0.1:9",
                        "--framing",
                        "kafka",
                        "--for",
                        "0"))
                .isZero();
        assertThat(out.toString())
                .contains("0 connections, 0 open")
                .contains("frames by length")
                .contains("none");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--listen 127.0.0.1 --to 127.0.0.1:9 --framing kafka | tap: --listen 127.0.0.1: expected HOST:PORT",
                "--listen 127.0.0.1:0 --to 127.0.0.1:99999 --framing kafka | tap: --to 127.0.0.1:99999: expected HOST:PORT",
                "--listen 127.0.0.1:0 --to 127.0.0.1:9 --framing kafka:x | tap: --framing kafka has no setting x",
                "--listen 127.0.0.1:0 --to 127.0.0.1:9 --framing kafka --server-framing y | tap: --server-framing no framing \"y\"",
                "--listen 127.0.0.1:0 --to 127.0.0.1:9 --framing kafka --every 0 | tap: expected --max-frame, --every",
                "--listen 203.0.113.1:0 --to 127.0.0.1:9 --framing kafka | tap: --listen 203.0.113.1:0: ",
                "--to 127.0.0.1:9 --framing kafka | --listen"
            })
    void refusesInOneLine(String arguments, String message) {
        StringWriter err = new StringWriter();
        assertThat(run(new StringWriter(), err, ("tap " + arguments).split(" ")))
                .isEqualTo(2);
        assertThat(err.toString().lines().findFirst().orElseThrow()).contains(message);
    }
}
