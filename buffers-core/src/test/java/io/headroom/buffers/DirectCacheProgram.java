package io.headroom.buffers;

import io.headroom.buffers.framing.LengthField;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import javax.management.ObjectName;

/**
 * A program of its own: threads that each read from a socket into a node on the heap. Prints by how many bytes the JVM's direct memory grew
 * beyond what the node's own pool has of it, at most while the threads were there and after they have ended: the JDK's caches. As native memory
 * tracking knows it, which sees what every way of allocating takes.
 */
final class DirectCacheProgram {
    private static final int FRAME = 8 << 20;

    private final MessageBuffers buffers =
            MessageBuffers.builder().heap().memoryLimit(256 << 20).build();
    private final ServerSocketChannel server = ServerSocketChannel.open();
    private final ByteBuffer sent = ByteBuffer.allocateDirect(FRAME);
    private final boolean naive;
    private final long before;
    private long most;

    private DirectCacheProgram(boolean naive) throws IOException {
        this.naive = naive;
        server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        sent.putInt(0, FRAME - 4);
        before = otherBytes();
    }

    /** Arguments: "node", or "naive" for a buffer of the whole frame; "platform" or "virtual"; threads in all; threads at once; bytes for each. */
    public static void main(String[] args) throws Exception {
        DirectCacheProgram program = new DirectCacheProgram(args[0].equals("naive"));
        int threads = Integer.parseInt(args[2]);
        int atOnce = Integer.parseInt(args[3]);
        for (int i = 0; i < threads; i += atOnce) {
            program.readAtOnce(atOnce, args[1].equals("virtual"), Integer.parseInt(args[4]), i % (8 * atOnce) == 0);
        }
        System.out.println(program.most + " " + program.cacheBytes());
    }

    private void readAtOnce(int count, boolean isVirtual, int bytes, boolean looks) throws Exception {
        CountDownLatch read = new CountDownLatch(count);
        CountDownLatch looked = new CountDownLatch(1);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            SocketChannel peer = SocketChannel.open(server.getLocalAddress());
            SocketChannel channel = server.accept();
            threads.add(start(isVirtual, () -> {
                receive(channel, bytes);
                read.countDown();
                looked.await();
            }));
            for (ByteBuffer rest = sent.duplicate().limit(bytes); rest.hasRemaining(); ) {
                peer.write(rest);
            }
            peer.close();
        }
        read.await();
        if (looks) {
            most = Math.max(most, cacheBytes());
        }
        looked.countDown();
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private void receive(SocketChannel channel, int bytes) throws IOException {
        if (naive) {
            ByteBuffer whole = ByteBuffer.allocate(FRAME);
            while (whole.position() < bytes) {
                channel.read(whole);
            }
            channel.close();
            return;
        }
        try (ReadBuffer in = buffers.connection("peer")
                .framing(LengthField.ofBytes(4))
                .limits(ReadLimits.maxFrame(FRAME))
                .open()) {
            while (in.pendingBytes() < bytes && in.frameCount() == 0) {
                in.drain(channel, frame -> Next.CONTINUE);
            }
        }
        channel.close();
    }

    private long cacheBytes() {
        return otherBytes() - before - buffers.landingPool().committedBytes();
    }

    /** Returns the bytes of all direct memory: native memory tracking has it under "Other". */
    static long otherBytes() {
        try {
            String summary = (String) ManagementFactory.getPlatformMBeanServer()
                    .invoke(
                            new ObjectName("com.sun.management:type=DiagnosticCommand"),
                            "vmNativeMemory",
                            new Object[] {new String[] {"summary", "scale=B"}},
                            new String[] {String[].class.getName()});
            for (String line : summary.split("\n", -1)) {
                if (line.contains(" Other (")) {
                    return Long.parseLong(line.replaceAll(".*committed=(\\d+).*", "$1"));
                }
            }
            return 0;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private interface Body {
        void run() throws Exception;
    }

    private static Thread start(boolean isVirtual, Body body) throws Exception {
        Runnable run = () -> {
            try {
                body.run();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        };
        if (isVirtual) {
            return (Thread)
                    Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, run);
        }
        Thread thread = new Thread(run);
        thread.start();
        return thread;
    }
}
