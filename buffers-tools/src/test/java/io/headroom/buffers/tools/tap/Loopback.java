package io.headroom.buffers.tools.tap;

import io.headroom.buffers.tools.HeadroomMain;
import io.headroom.buffers.tools.framing.Framings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import picocli.CommandLine;

/** What tests of the tap need: a relay, clients on this machine, frames, and the command. */
final class Loopback {
    private Loopback() {}

    static InetSocketAddress anywhere() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    }

    static Relay relay(InetSocketAddress target, String framing) throws Exception {
        Wire wire = new Wire(Framings.parse(framing), Framings.parseForServer(framing), 1 << 30);
        return new Relay(anywhere(), target, wire, Integer.MAX_VALUE);
    }

    /** Has the relay work until that is so. */
    static void turnUntil(Relay relay, BooleanSupplier isSo) throws IOException {
        while (!isSo.getAsBoolean()) {
            relay.turn(10);
        }
    }

    static Socket client(Relay relay) throws IOException {
        InetSocketAddress address = (InetSocketAddress) relay.address();
        Socket socket = new Socket(address.getAddress(), address.getPort());
        socket.setSoTimeout(30_000); // a test that fails ends
        return socket;
    }

    static byte[] frames(int... payloads) {
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
    static CompletableFuture<byte[]> exchange(Relay relay, byte[] bytes) {
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

    static int run(StringWriter out, StringWriter err, String... arguments) {
        CommandLine command = HeadroomMain.commandLine();
        command.setOut(new PrintWriter(out));
        command.setErr(new PrintWriter(err));
        return command.execute(arguments);
    }

    static InetSocketAddress listening(StringWriter out) throws InterruptedException {
        while (true) {
            String text = out.toString();
            if (text.contains("\n")) {
                String port = text.lines().findFirst().orElseThrow().replaceAll(".*:(\\d+).*", "$1");
                return new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(port));
            }
            Thread.sleep(5);
        }
    }
}
