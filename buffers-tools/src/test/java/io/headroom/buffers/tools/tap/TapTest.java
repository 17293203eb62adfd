package io.headroom.buffers.tools.tap;

import static io.headroom.buffers.tools.tap.Loopback.client;
import static io.headroom.buffers.tools.tap.Loopback.exchange;
import static io.headroom.buffers.tools.tap.Loopback.frames;
import static io.headroom.buffers.tools.tap.Loopback.listening;
import static io.headroom.buffers.tools.tap.Loopback.relay;
import static io.headroom.buffers.tools.tap.Loopback.run;
import static io.headroom.buffers.tools.tap.Loopback.turnUntil;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.headroom.buffers.tools.framing.Framings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Real clients and servers on loopback, with the tap between them. */
@Timeout(60)
class TapTest {
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
                assertThat(traffic.takeFaults()).isEmpty();
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
            assertThat(relay.fromClients().takeFaults())
                    .singleElement()
                    .satisfies(fault -> assertThat(fault)
                            .contains("connection 1 at offset 19: FRAME_TOO_LARGE")
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
            assertThat(relay.fromServers().takeFaults())
                    .singleElement()
                    .satisfies(fault -> assertThat(fault).contains("at offset 9: TRUNCATED"));
        }
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

    @Test
    void hasNewsWhenAConnectionEndsWhateverItsLastBytesWere() throws Exception {
        try (Echo server = new Echo(socket -> socket.getInputStream().readAllBytes());
                Relay relay = relay(server.address(), "length-field");
                Socket socket = client(relay)) {
            turnUntil(relay, () -> relay.open() == 1);
            assertThat(relay.hasNews()).isTrue();
            assertThat(relay.hasNews()).isFalse();
            socket.getOutputStream().write(frames(27));
            socket.shutdownOutput();
            turnUntil(relay, () -> relay.open() == 0);
            assertThat(relay.fromClients().bytes()).isEqualTo(31);
            assertThat(relay.hasNews()).isTrue();
        }
    }

    /** Each direction by a framing of its own; the fault of one is in one report and in no other. */
    @Test
    void reportsAFaultOnceAndEndsWithOne() throws Exception {
        byte[] bytes = frames(5, 60);
        StringWriter out = new StringWriter();
        try (Echo server = new Echo(Echo::echo)) {
            String to = "127.0.0.1:" + server.address().getPort();
            CompletableFuture<Integer> code = CompletableFuture.supplyAsync(
                    () -> run(
                            out,
                            new StringWriter(),
                            ("tap --listen 127.0.0.1:0 --to " + to + " --client-framing length-field "
                                            + "--server-framing bitcoin --connections 1 --every 0.001")
                                    .split(" ")),
                    task -> new Thread(task).start());
            InetSocketAddress listening = listening(out);
            try (Socket socket = new Socket(listening.getAddress(), listening.getPort())) {
                for (int i = 0; i < 3; i++) {
                    socket.getOutputStream().write(bytes);
                    assertThat(socket.getInputStream().readNBytes(bytes.length)).isEqualTo(bytes);
                    awaitReportOf(2 * (i + 1), out);
                }
                socket.shutdownOutput();
                assertThat(socket.getInputStream().readAllBytes()).isEmpty();
            }
            assertThat(code.get()).isEqualTo(1);
        }
        assertThat(out.toString().split("passed on, but not followed: connection 1 at offset 0: BAD_MAGIC", -1))
                .hasSize(2);
        assertThat(out.toString()).contains("ReadLimits.maxFrame 4,096: the longest of 6 frames has 64 bytes");
    }

    private static void awaitReportOf(int frames, StringWriter out) throws InterruptedException {
        while (!out.toString().contains(String.format(Locale.ROOT, "client > server  %,12d frames", frames))) {
            Thread.sleep(5);
        }
    }

    @Test
    void acceptsNoMoreConnectionsThanItWasGiven() throws Exception {
        Wire wire = new Wire(Framings.parse("kafka"), Framings.parse("kafka"), 1000);
        try (Echo server = new Echo(Echo::echo);
                Relay relay = new Relay(Loopback.anywhere(), server.address(), wire, 1)) {
            InetSocketAddress address = (InetSocketAddress) relay.address();
            try (Socket first = client(relay)) {
                turnUntil(relay, () -> relay.open() == 1);
                relay.turn(1);
                assertThatThrownBy(() -> new Socket(address.getAddress(), address.getPort()).close())
                        .isInstanceOf(IOException.class);
                first.getOutputStream().write(frames(3));
                turnUntil(relay, () -> relay.fromServers().frames() == 1);
                first.shutdownOutput();
                turnUntil(relay, () -> relay.open() == 0);
            }
            assertThat(relay.accepted()).isOne();
        }
    }

    @Test
    void endsWithOneWhereNoServerAnswers() throws Exception {
        int nobody;
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            nobody = taken.getLocalPort();
        }
        StringWriter out = new StringWriter();
        CompletableFuture<Integer> code = CompletableFuture.supplyAsync(
                () -> run(out, new StringWriter(), tap("127.0.0.1:" + nobody, false)),
                task -> new Thread(task).start());
        InetSocketAddress listening = listening(out);
        try (Socket socket = new Socket(listening.getAddress(), listening.getPort())) {
            assertThat(socket.isConnected()).isTrue();
            assertThat(code.get()).isEqualTo(1);
        }
        assertThat(out.toString()).contains("1 connections, 0 open, 1 without a server (ConnectException: ");
    }

    private static String[] tap(String to, boolean isJson) {
        List<String> arguments = new ArrayList<>(List.of(
                "tap", "--listen", "127.0.0.1:0", "--to", to, "--framing", "length-field", "--connections", "1"));
        if (isJson) {
            arguments.add("--json");
        }
        return arguments.toArray(new String[0]);
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
                "--listen 127.0.0.1:0 --to 127.0.0.1:9 --server-framing kafka | tap: expected --framing, or --client-framing and",
                "--listen 127.0.0.1:0 --to 127.0.0.1:9 --client-framing no --server-framing kafka | tap: --client-framing no framing \"no\"",
                "--listen 127.0.0.1:4712 --to 127.0.0.1:4712 --framing kafka --for 0 | tap: --to 127.0.0.1:4712: expected a server",
                "--listen 0.0.0.0:4712 --to localhost:4712 --framing kafka --for 0 | tap: --to localhost:4712: expected a server",
                "--to 127.0.0.1:9 --framing kafka | --listen"
            })
    void refusesInOneLine(String arguments, String message) {
        StringWriter err = new StringWriter();
        assertThat(run(new StringWriter(), err, ("tap " + arguments).split(" ")))
                .isEqualTo(2);
        assertThat(err.toString().lines().findFirst().orElseThrow()).contains(message);
    }
}
