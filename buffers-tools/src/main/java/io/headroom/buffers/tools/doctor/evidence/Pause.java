package io.headroom.buffers.tools.doctor.evidence;

/**
 * A pause of the collector.
 *
 * @param atSeconds from the beginning of what was read
 * @param millis how long
 */
public record Pause(double atSeconds, double millis) {}
