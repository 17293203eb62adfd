package io.headroom.buffers.tools.tap;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;

/** A server that does with each connection what it is told to, on a thread of its own. */
final class Echo implements AutoCloseable {
    /** What is done with a connection. */
    interface Service {
        void serve(Socket socket) throws IOException;
    }

    private final ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final List<Thread> threads = new ArrayList<>();

    Echo(Service service) throws IOException {
        start(() -> {
            while (true) {
                Socket socket;
                try {
                    socket = listener.accept();
                } catch (IOException closed) {
                    return;
                }
                start(() -> {
                    try (socket) {
                        service.serve(socket);
                    } catch (IOException broken) {
                        // as the test wants it
                    }
                });
            }
        });
    }

    private synchronized void start(Runnable body) {
        Thread thread = new Thread(body, "server");
        thread.setDaemon(true);
        threads.add(thread);
        thread.start();
    }

    /** Sends all that comes back, and its end. */
    static void echo(Socket socket) throws IOException {
        InputStream in = socket.getInputStream();
        OutputStream out = socket.getOutputStream();
        byte[] bytes = new byte[8192];
        for (int count = in.read(bytes); count >= 0; count = in.read(bytes)) {
            out.write(bytes, 0, count);
        }
        socket.shutdownOutput();
    }

    InetSocketAddress address() {
        return (InetSocketAddress) listener.getLocalSocketAddress();
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }
}
