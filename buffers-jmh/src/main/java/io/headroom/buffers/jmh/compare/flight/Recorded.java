package io.headroom.buffers.jmh.compare.flight;

import io.headroom.buffers.jmh.compare.result.Garbage;
import java.util.Map;

/**
 * What a recording says.
 *
 * @param regionBytes size of a heap region that the JVM ran with
 * @param phases what happened in each phase, by the phase's name
 */
public record Recorded(long regionBytes, Map<String, Garbage> phases) {}
