/** {@code headroom doctor}: what a flight recording or a collector log says about large buffers. Command, report, diagnosis, evidence: imports go down only; {@code reading} fills the evidence. */
@NullMarked
package io.headroom.buffers.tools.doctor;

import org.jspecify.annotations.NullMarked;
