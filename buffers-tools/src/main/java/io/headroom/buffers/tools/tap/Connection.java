package io.headroom.buffers.tools.tap;

import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/** A client, the server it is to reach, and what goes between them. */
final class Connection {
    private final SocketChannel client;
    private final SocketChannel server;
    private final Direction fromClient;
    private final Direction fromServer;
    private final SelectionKey clientKey;
    private final SelectionKey serverKey;
    private @Nullable IOException unreached;

    /** Makes one of two keys that want nothing yet. */
    Connection(SelectionKey clientKey, SelectionKey serverKey, Direction fromClient, Direction fromServer) {
        this.clientKey = clientKey;
        this.serverKey = serverKey;
        this.fromClient = fromClient;
        this.fromServer = fromServer;
        client = (SocketChannel) clientKey.channel();
        server = (SocketChannel) serverKey.channel();
        clientKey.attach(this);
        serverKey.attach(this);
    }

    /**
     * Does what the selector says of one of the two channels; returns false when the connection is over.
     *
     * @param room for what is read, shared by all connections
     */
    boolean onReady(SelectionKey key, ByteBuffer room) {
        if (key.isConnectable() && !isConnected()) {
            reset();
            return false;
        }
        boolean isClient = key.channel().equals(client);
        if (key.isWritable()) {
            (isClient ? fromServer : fromClient).write();
        }
        if (key.isReadable()) {
            try {
                (isClient ? fromClient : fromServer).read(room);
            } catch (IOException broken) {
                reset();
                return false;
            }
        }
        if (fromClient.isDone() && fromServer.isDone()) {
            if (fromClient.isLost() || fromServer.isLost()) {
                reset();
            } else {
                close();
            }
            return false;
        }
        want();
        return true;
    }

    private boolean isConnected() {
        try {
            return server.finishConnect();
        } catch (IOException refused) {
            unreached = refused;
            return false;
        }
    }

    /** Returns why the server could not be reached, null if it was. */
    @Nullable IOException unreached() {
        return unreached;
    }

    /** Tells the selector what to wait for: to read where nothing is pending, to write where something is. */
    void want() {
        if (server.isConnectionPending()) {
            serverKey.interestOps(SelectionKey.OP_CONNECT);
            return;
        }
        clientKey.interestOps(wanted(fromClient, fromServer));
        serverKey.interestOps(wanted(fromServer, fromClient));
    }

    private static int wanted(Direction read, Direction written) {
        return (read.isOpen() && !read.isBlocked() ? SelectionKey.OP_READ : 0)
                | (written.isBlocked() ? SelectionKey.OP_WRITE : 0);
    }

    /** One side has broken off: so the other one sees a reset too, not an end. */
    private void reset() {
        for (SocketChannel channel : new SocketChannel[] {client, server}) {
            try {
                channel.setOption(StandardSocketOptions.SO_LINGER, 0);
            } catch (IOException gone) {
                // it is closed below in any case
            }
        }
        close();
    }

    void close() {
        fromClient.stop();
        fromServer.stop();
        closeQuietly(client);
        closeQuietly(server);
    }

    private static void closeQuietly(SocketChannel channel) {
        try {
            channel.close();
        } catch (IOException gone) {
            // nothing is left to do with it
        }
    }
}
