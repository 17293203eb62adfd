package io.headroom.buffers.tools.doctor.evidence;

import java.util.List;
import java.util.SortedMap;

/**
 * Objects that were humongous when they were allocated.
 *
 * @param count how many
 * @param bySize how many of each size in bytes, header included
 * @param sites who allocated them, the most busy one first
 */
public record Humongous(Answer<Long> count, Answer<SortedMap<Long, Long>> bySize, Answer<List<Site>> sites) {}
