package io.headroom.buffers.tools.doctor.diagnosis;

import java.util.List;

/**
 * What can be done.
 *
 * @param title what, in a line
 * @param steps how, what it brings and what it costs
 * @param code a flag or lines of code to take, empty if there are none
 */
public record Remedy(String title, List<String> steps, List<String> code) {}
