/** A diagnosis as text and as JSON. */
@NullMarked
package io.headroom.buffers.tools.doctor.report;

import org.jspecify.annotations.NullMarked;
