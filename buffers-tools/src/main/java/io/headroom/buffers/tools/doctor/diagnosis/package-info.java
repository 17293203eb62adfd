/** What the evidence means: findings by severity, remedies in order. Pure. */
@NullMarked
package io.headroom.buffers.tools.doctor.diagnosis;

import org.jspecify.annotations.NullMarked;
