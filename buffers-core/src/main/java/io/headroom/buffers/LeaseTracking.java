package io.headroom.buffers;

/** How closely a node watches who has its memory; see {@link MessageBuffers.Builder#leaseTracking}. */
public enum LeaseTracking {
    /** Nobody watches, and it costs nothing. What the application drops without a release is lost until the process ends. */
    OFF,

    /**
     * One lease in {@value Tracker#SAMPLE}, one kept handle in as many and one connection in as many are watched: for a node in service. A leak that
     * goes on is found sooner or later, with its stack.
     */
    SAMPLED,

    /**
     * All are watched, and views are guarded: for tests, and for a node that is being examined. Each lease costs an object and a stack, each frame
     * its views, and each part that is asked for a copy. A {@link Frame} and all {@link io.headroom.buffers.framing.Bytes} that a handler was
     * given throw {@link IllegalStateException} once it has returned, and memory that goes back is overwritten, parts that were asked for
     * included.
     */
    ALL
}
