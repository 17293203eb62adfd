package io.headroom.buffers;

import io.headroom.buffers.memory.Share;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The shares of memory of a node's connections, and of the keys that some of them have in common. Any thread. */
final class Shares {
    /** No share of its own. */
    static final long UNLIMITED = Long.MAX_VALUE;

    private final long connectionBytes;
    private final long keyBytes;
    private final ConcurrentHashMap<Object, Keyed> keys = new ConcurrentHashMap<>();

    /** The share of a key; {@code connections} under the map's lock for it. */
    private static final class Keyed {
        private final Share share;
        private int connections;

        Keyed(long bytes) {
            share = Share.of(bytes);
        }

        boolean isUnused() {
            return connections == 0 && share.chargedBytes() == 0;
        }
    }

    Shares(long connectionBytes, long keyBytes) {
        this.connectionBytes = connectionBytes;
        this.keyBytes = keyBytes;
    }

    /** Returns the share of a new connection, null if it has none. */
    @Nullable Share open(@Nullable Object key) {
        Share whole = key == null || keyBytes == UNLIMITED ? null : keyed(key);
        if (connectionBytes == UNLIMITED) {
            return whole;
        }
        return whole == null ? Share.of(connectionBytes) : Share.within(whole, connectionBytes);
    }

    private Share keyed(Object key) {
        return keys.compute(key, (same, known) -> {
                    Keyed keyed = known == null ? new Keyed(keyBytes) : known;
                    keyed.connections++;
                    return keyed;
                })
                .share;
    }

    void close(@Nullable Object key) {
        if (key != null) {
            keys.computeIfPresent(key, (same, keyed) -> {
                keyed.connections--;
                return keyed.isUnused() ? null : keyed;
            });
        }
    }

    /** Returns how much the connections of a key lease together, what the application keeps of their frames included. */
    long chargedBytes(Object key) {
        Keyed keyed = keys.get(key);
        return keyed == null ? 0 : keyed.share.chargedBytes();
    }

    /** Forgets keys without connections of which the application has given back what it kept. */
    void forgetUnused() {
        for (Object key : keys.keySet()) {
            keys.computeIfPresent(key, (same, keyed) -> keyed.isUnused() ? null : keyed);
        }
    }

    /** Lets as many go on that wait for a key's share as there is room for: for those who had their turn and did not take it. */
    void wakeWhoeverMayGoOn() {
        for (Keyed keyed : keys.values()) {
            keyed.share.wakeWhoeverMayGoOn();
        }
    }

    /** Returns the least that a connection may ever have, for checks: its own share or that of its key. */
    long leastBytes(boolean hasKey) {
        return hasKey ? Math.min(connectionBytes, keyBytes) : connectionBytes;
    }
}
