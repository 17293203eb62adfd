package io.headroom.buffers.tools.tap;

import static io.headroom.buffers.tools.tap.Loopback.client;
import static io.headroom.buffers.tools.tap.Loopback.exchange;
import static io.headroom.buffers.tools.tap.Loopback.frames;
import static io.headroom.buffers.tools.tap.Loopback.relay;
import static io.headroom.buffers.tools.tap.Loopback.turnUntil;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Clients and servers that stop reading, break off, or are not there. */
@Timeout(60)
class BrokenPeersTest {
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

    /** A server that takes nothing but sends: what it sends arrives, while what the client sends waits. */
    @Test
    void holdsUpOneDirectionOnly() throws Exception {
        byte[] answer = frames(3_000_000);
        CountDownLatch end = new CountDownLatch(1);
        try (Echo server = new Echo(socket -> {
                    socket.getOutputStream().write(answer);
                    await(end);
                });
                Relay relay = relay(server.address(), "length-field");
                Socket socket = client(relay)) {
            Thread sender = new Thread(() -> {
                try {
                    socket.getOutputStream().write(frames(32 << 20));
                } catch (IOException closed) {
                    // in the end
                }
            });
            sender.start();
            CompletableFuture<byte[]> received = CompletableFuture.supplyAsync(
                    () -> {
                        try {
                            return socket.getInputStream().readNBytes(answer.length);
                        } catch (IOException e) {
                            throw new IllegalStateException(e);
                        }
                    },
                    task -> new Thread(task).start());
            turnUntil(relay, received::isDone);
            assertThat(received.get()).isEqualTo(answer);
            assertThat(relay.fromServers().frames()).isOne();
            assertThat(relay.fromClients().frames()).isZero();
            end.countDown();
            turnUntil(relay, () -> relay.open() == 0);
            sender.join();
        }
    }

    /** A server that answers and goes away without having read all resets its connection; its answer still arrives. */
    @Test
    void passesOnWhatWasSentBeforeAReset() throws Exception {
        byte[] answer = frames(5, 20_000);
        try (Echo server = new Echo(socket -> {
                    assertThat(socket.getInputStream().readNBytes(1000)).hasSize(1000);
                    socket.getOutputStream().write(answer);
                });
                Relay relay = relay(server.address(), "length-field");
                Socket socket = client(relay)) {
            Thread sender = new Thread(() -> {
                try {
                    socket.getOutputStream().write(frames(32 << 20));
                } catch (IOException reset) {
                    // as expected
                }
            });
            sender.start();
            turnUntil(relay, () -> relay.open() == 0 && relay.accepted() == 1);
            assertThat(relay.fromServers().bytes()).isEqualTo(answer.length);
            assertThat(relay.fromServers().frames()).isEqualTo(2);
            assertThat(socket.getInputStream().readNBytes(answer.length)).isEqualTo(answer);
            sender.join();
        }
    }

    @Test
    void passesAResetOfTheClientOn() throws Exception {
        CompletableFuture<Throwable> seen = new CompletableFuture<>();
        try (Echo server = new Echo(socket -> {
                    try {
                        socket.getInputStream().transferTo(OutputStream.nullOutputStream());
                        seen.complete(new AssertionError("an end, not a reset"));
                    } catch (IOException reset) {
                        seen.complete(reset);
                    }
                });
                Relay relay = relay(server.address(), "length-field")) {
            Socket socket = client(relay);
            socket.getOutputStream().write(frames(7));
            turnUntil(relay, () -> relay.fromClients().frames() == 1);
            socket.setSoLinger(true, 0);
            socket.close();
            turnUntil(relay, () -> relay.open() == 0);
            assertThat(seen.get()).isInstanceOf(SocketException.class);
        }
    }

    /** Fifty clients of which every second one breaks off: the others are served, and nothing stays open. */
    @Test
    void survivesClientsThatBreakOff() throws Exception {
        byte[] bytes = frames(5, 70_000);
        try (Echo server = new Echo(Echo::echo);
                Relay relay = relay(server.address(), "length-field")) {
            List<CompletableFuture<byte[]>> honest = new ArrayList<>();
            for (int i = 0; i < 25; i++) {
                honest.add(exchange(relay, bytes));
                Socket rude = client(relay);
                rude.setSoLinger(true, 0);
                rude.getOutputStream().write(bytes, 0, 1 + i * 500);
                rude.close();
            }
            turnUntil(
                    relay,
                    () -> relay.accepted() == 50
                            && relay.open() == 0
                            && honest.stream().allMatch(CompletableFuture::isDone));
            for (CompletableFuture<byte[]> back : honest) {
                assertThat(back.get()).isEqualTo(bytes);
            }
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
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
            assertThat(relay.whyUnreachable()).startsWith("ConnectException: ");
            assertThat(relay.open()).isZero();
            assertThatThrownBy(() -> {
                        if (socket.getInputStream().read() < 0) {
                            throw new SocketException("closed");
                        }
                    })
                    .isInstanceOf(SocketException.class);
        }
    }
}
