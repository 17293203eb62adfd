package io.headroom.buffers.jmh.compare.result;

import java.util.Map;

/**
 * One figure of all strategies.
 *
 * @param part the part of the run that it is from
 * @param figure what it is, with its unit
 * @param spreads by strategy; a strategy without one cannot tell
 */
public record Row(Part part, String figure, Map<String, Spread> spreads) {
    /** The parts of a run that figures come from. */
    public enum Part {
        /** The paced load. */
        PACED,
        /** The closed loop. */
        CLOSED_LOOP,
        /** Memory held while nothing moves. */
        MEMORY
    }
}
