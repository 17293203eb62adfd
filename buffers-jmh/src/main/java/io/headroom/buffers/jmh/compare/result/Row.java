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
        PACED("paced load"),
        /** The closed loop. */
        CLOSED_LOOP("closed loop"),
        /** Peers that send messages while others attack. */
        HONEST("honest peers"),
        /** Peers that attack. */
        ATTACKERS("attackers"),
        /** The receiver while it is attacked. */
        RECEIVER("receiver"),
        /** One connection in one process, without sockets. */
        STREAM("one connection, without sockets"),
        /** Memory held while nothing moves. */
        MEMORY("memory");

        private final String title;

        Part(String title) {
            this.title = title;
        }

        /** Returns its name in words. */
        public String title() {
            return title;
        }
    }
}
