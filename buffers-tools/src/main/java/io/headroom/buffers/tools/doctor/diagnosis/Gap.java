package io.headroom.buffers.tools.doctor.diagnosis;

/**
 * A question that what was read does not answer.
 *
 * @param question what one would like to know
 * @param reason why it is not known
 */
public record Gap(String question, String reason) {}
