/** Framings as they are written on a command line. Knows no command. */
@NullMarked
package io.headroom.buffers.tools.framing;

import org.jspecify.annotations.NullMarked;
