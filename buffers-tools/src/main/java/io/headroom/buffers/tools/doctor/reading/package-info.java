/** Readers of flight recordings and of unified collector logs; both fill the same evidence. */
@NullMarked
package io.headroom.buffers.tools.doctor.reading;

import org.jspecify.annotations.NullMarked;
