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

    /** Finds them among the connections from {@code first} on. */
    static Jams among(@Nullable Vigil first) {
        Jams jams = new Jams();
        for (Vigil vigil = first; vigil != null; vigil = vigil.next) {
            if (vigil.key != null && vigil.isRefusedByShareOfKey()) {
                jams.heldByKey = jams.heldByKey == null ? new HashMap<>() : jams.heldByKey;
                jams.heldByKey.put(vigil.key, 0L);
            }
        }
        if (jams.heldByKey != null) {
            for (Vigil vigil = first; vigil != null; vigil = vigil.next) {
                if (vigil.key != null && vigil.isInFrame()) {
                    long held = vigil.held();
                    jams.heldByKey.computeIfPresent(vigil.key, (key, sum) -> sum + held);
                }
            }
        }
        return jams;
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
