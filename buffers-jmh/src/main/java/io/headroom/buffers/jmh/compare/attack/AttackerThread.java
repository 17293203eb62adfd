package io.headroom.buffers.jmh.compare.attack;

import io.headroom.buffers.jmh.compare.child.SelectorThread;
import io.headroom.buffers.jmh.compare.result.Attackers;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * All attackers on one selector thread. Each has its turn once in an interval, all of them evenly spread over it.
 *
 * <p><b>Threads</b>: any may call {@link #attack} and {@link #outcome}.
 */
final class AttackerThread extends SelectorThread {
    private static final int TURNS_WAIT_MILLIS = 1;

    private final List<Attacker> attackers = new ArrayList<>();
    private final List<Long> lifetimes = new ArrayList<>();
    private final Duration interval;
    private long begunAt;
    private long turns;

    private AttackerThread(Duration interval) throws IOException {
        this.interval = interval;
    }

    /** Starts the thread; nobody attacks yet. */
    static AttackerThread start(Duration interval) throws IOException {
        AttackerThread thread = new AttackerThread(interval);
        thread.start("attackers");
        return thread;
    }

    /** Has so many peers attack a port of the loopback interface. */
    void attack(int port, Attack attack, int count) throws IOException, InterruptedException {
        InetSocketAddress target = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        List<ByteBuffer> streams = attack.streams();
        call(() -> {
            begunAt = System.nanoTime();
            for (int i = 0; i < count; i++) {
                ByteBuffer stream = streams.get(i % streams.size()).duplicate();
                Attacker attacker = new Attacker(target, selector(), attack, stream);
                attackers.add(attacker);
                attacker.connect();
            }
            return attackers;
        });
    }

    /** Returns what became of them. */
    Attackers outcome() throws IOException, InterruptedException {
        return call(() -> {
            List<Long> sorted = lifetimes.stream().sorted().toList();
            int closed = sorted.size();
            int connected =
                    (int) attackers.stream().filter(Attacker::isConnected).count();
            return new Attackers(
                    attackers.size(),
                    attackers.stream().mapToLong(Attacker::connections).sum(),
                    closed,
                    connected,
                    closed == 0 ? null : sorted.get(closed / 2) / 1e9,
                    closed == 0 ? null : sorted.get(closed - 1) / 1e9);
        });
    }

    @Override
    protected long beforeSelect() throws IOException {
        if (attackers.isEmpty()) {
            return 0;
        }
        double intervals = (double) (System.nanoTime() - begunAt) / interval.toNanos();
        for (; turns < (long) (intervals * attackers.size()); turns++) {
            Attacker attacker = attackers.get((int) (turns % attackers.size()));
            try {
                attacker.turn();
            } catch (IOException e) {
                closed(attacker);
            }
        }
        return TURNS_WAIT_MILLIS;
    }

    @Override
    protected void ready(SelectionKey key) throws IOException {
        Attacker attacker = (Attacker) key.attachment();
        try {
            if (key.isConnectable()) {
                attacker.connected(key);
                return;
            }
            if (key.isReadable() && !attacker.read()) {
                closed(attacker);
            } else if (key.isWritable()) {
                attacker.write();
            }
        } catch (IOException e) {
            closed(attacker);
        }
    }

    private void closed(Attacker attacker) throws IOException {
        if (attacker.isConnected()) {
            lifetimes.add(System.nanoTime() - attacker.connectedAt());
        }
        attacker.close();
    }
}
