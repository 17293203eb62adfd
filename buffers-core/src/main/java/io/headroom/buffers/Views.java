package io.headroom.buffers;

import io.headroom.buffers.framing.Bytes;
import io.headroom.buffers.framing.BytesWindow;
import org.jspecify.annotations.Nullable;

/**
 * What a connection's handler sees of its bytes: the same objects for every frame, or, where all leases are tracked, new ones each time that are
 * of no use afterwards.
 */
final class Views {
    private final @Nullable Trail trail;
    private final boolean guarded;
    private Frame frame;
    private @Nullable BytesWindow lent;

    Views(@Nullable Trail trail) {
        this.trail = trail;
        guarded = trail != null && trail.guardsViews();
        frame = new Frame(trail, guarded);
    }

    /** Returns whether each frame has new ones. */
    boolean isGuarded() {
        return guarded;
    }

    /** Returns the frame that is delivered next or was pulled last. */
    Frame frame() {
        return frame;
    }

    /** Returns what to show of a window that is used again. */
    Bytes lend(BytesWindow window) {
        if (!guarded) {
            return window;
        }
        lent = BytesWindow.guarded().wrap(window, 0, window.length());
        return lent;
    }

    /** The handler has returned. */
    void takeBack() {
        if (!guarded) {
            return;
        }
        if (lent != null) {
            lent.expire(Tracker.POISON);
            lent = null;
        }
        frame.expire();
        frame = new Frame(trail, true);
    }

    /** Nothing may be seen any more of what was, though more of the same memory may come. */
    void hide() {
        if (guarded) {
            takeBack();
        } else {
            frame.hide();
        }
    }

    /** Nothing may be seen any more of what was. */
    void clear() {
        if (guarded) {
            takeBack();
        } else {
            frame.clear();
        }
    }
}
