/** What was found in one recording or log: figures, or the reason why they are not known. Uses nothing else. */
@NullMarked
package io.headroom.buffers.tools.doctor.evidence;

import org.jspecify.annotations.NullMarked;
