package io.headroom.buffers;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The keys whose share of memory is used up by frames in progress of their own, so that they wait for nobody but themselves. What the application
 * keeps of their frames is no jam: that is for it to give back.
 */
final class Jams {
    private @Nullable Map<Object, Long> heldByKey;

    /** Finds them among all connections. */
    static Jams among(Registry registry) {
        Jams jams = new Jams();
        registry.forEach(jams::addKeyOf);
        if (jams.heldByKey != null) {
            registry.forEach(jams::addHeldBy);
        }
        return jams;
    }

    private void addKeyOf(Vigil vigil) {
        if (vigil.key != null && vigil.isRefusedByShareOfKey()) {
            heldByKey = heldByKey == null ? new HashMap<>() : heldByKey;
            heldByKey.put(vigil.key, 0L);
        }
    }

    private void addHeldBy(Vigil vigil) {
        if (heldByKey != null && vigil.key != null && vigil.isInFrame()) {
            long held = vigil.held();
            heldByKey.computeIfPresent(vigil.key, (key, sum) -> sum + held);
        }
    }

    /** Nothing is charged to a key that has no share: its connections were refused by their own. */
    private static boolean isMost(long held, long charged) {
        return charged > 0 && 2 * held > charged;
    }

    /** Returns whether the connection was refused memory by the share of its key, and most of that is in frames in progress. */
    boolean has(Vigil vigil, Shares shares) {
        Object key = vigil.key;
        Long held = heldByKey == null || key == null ? null : heldByKey.get(key);
        return held != null && key != null && vigil.isRefusedByShareOfKey() && isMost(held, shares.chargedBytes(key));
    }
}
