package io.headroom.buffers.tools.doctor.diagnosis;

import java.util.List;

/**
 * What was found.
 *
 * @param severity how bad it is
 * @param title what it is, in a sentence
 * @param evidence the figures that show it
 */
public record Finding(Severity severity, String title, List<String> evidence) {}
