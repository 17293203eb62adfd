package io.headroom.buffers.tools.doctor.evidence;

/**
 * A value at a time.
 *
 * @param atSeconds from the beginning of what was read
 * @param value the value, in the unit of its series
 */
public record Point(double atSeconds, double value) {}
