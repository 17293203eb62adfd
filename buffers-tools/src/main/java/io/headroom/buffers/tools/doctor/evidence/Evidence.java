package io.headroom.buffers.tools.doctor.evidence;

import java.util.List;

/**
 * All that was found in one recording, or in the files of one log.
 *
 * @param source what was read
 * @param jvm the JVM that wrote it
 * @param seconds time that it covers
 * @param collections collections by cause
 * @param pauses pauses of the collector, in the order of time
 * @param humongous objects that were humongous when they were allocated
 * @param oldBytes the old generation after collections, humongous objects not included where the source tells them apart
 * @param host the machine
 */
public record Evidence(
        Source source,
        Jvm jvm,
        Answer<Double> seconds,
        Answer<Collected> collections,
        Answer<List<Pause>> pauses,
        Humongous humongous,
        Answer<List<Point>> oldBytes,
        Host host) {}
