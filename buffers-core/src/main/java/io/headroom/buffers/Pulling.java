package io.headroom.buffers;

/** How callers who pull take their frames: by a handler of ours. */
final class Pulling {
    /** Consumes the frame; nothing else is done until the next one is asked for. */
    static final FrameHandler<RuntimeException> HANDLER = frame -> Next.CONTINUE;

    private Pulling() {}

    @SuppressWarnings("ReferenceEquality") // there is one
    static boolean isBy(FrameHandler<?> handler) {
        return handler == HANDLER;
    }
}
