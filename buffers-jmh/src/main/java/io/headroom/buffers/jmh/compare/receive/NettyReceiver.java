package io.headroom.buffers.jmh.compare.receive;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufAllocatorMetricProvider;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.LinkedHashSet;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** A receiver on Netty as its manual sets it up: NIO transport, one I/O thread, default allocator, length-field decoder, handler. */
final class NettyReceiver implements Receiver {
    private static final int BACKLOG = 4_096;
    private static final int CALL_SECONDS = 20;

    private final Inbox inbox;
    private final EventLoopGroup group = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    private final Set<NettyDecoder> decoders = new LinkedHashSet<>();
    private int port;
    private volatile @Nullable Throwable failure;

    private NettyReceiver(Inbox inbox) {
        this.inbox = inbox;
    }

    /** Opens a receiver on a free port of the loopback interface. */
    static Receiver open(Inbox inbox) throws IOException {
        NettyReceiver receiver = new NettyReceiver(inbox);
        ChannelFuture bound = new ServerBootstrap()
                .group(receiver.group)
                .channel(NioServerSocketChannel.class)
                .option(ChannelOption.SO_BACKLOG, BACKLOG)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        receiver.accept(channel);
                    }
                })
                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        try {
            bound.sync();
        } catch (InterruptedException e) {
            throw (IOException) new InterruptedIOException("interrupted while binding").initCause(e);
        }
        receiver.port = ((InetSocketAddress) bound.channel().localAddress()).getPort();
        return receiver;
    }

    private void accept(SocketChannel channel) {
        NettyDecoder decoder = new NettyDecoder();
        decoders.add(decoder);
        channel.closeFuture().addListener(closed -> decoders.remove(decoder));
        channel.pipeline().addLast(decoder, new NettyHandler(inbox, cause -> failure = cause));
    }

    @Override
    public int port() {
        return port;
    }

    @Override
    public <T> T call(Callable<T> task) throws IOException, InterruptedException {
        try {
            return group.next().submit(task).get(CALL_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw new IOException(e.getCause());
        } catch (TimeoutException e) {
            throw new IOException("the I/O thread took no task for " + CALL_SECONDS + " s", e);
        }
    }

    @Override
    public int connections() {
        return decoders.size();
    }

    @Override
    public long readBytes() {
        return sum(NettyDecoder::readBytes);
    }

    @Override
    public OptionalLong copiedBytes() {
        return OptionalLong.of(sum(NettyDecoder::copiedBytes));
    }

    @Override
    public long heldBytes() {
        return sum(NettyDecoder::heldBytes);
    }

    @Override
    public long directBytes() {
        return ByteBufAllocator.DEFAULT instanceof ByteBufAllocatorMetricProvider provider
                ? provider.metric().usedDirectMemory()
                : 0;
    }

    @Override
    public @Nullable Throwable failure() {
        return failure;
    }

    @Override
    public void close() {
        group.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly(CALL_SECONDS, TimeUnit.SECONDS);
    }

    private long sum(ToLongFunction<NettyDecoder> figure) {
        return decoders.stream().mapToLong(figure).sum();
    }
}
