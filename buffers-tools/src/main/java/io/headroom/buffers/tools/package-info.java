/** The {@code headroom} command. Each of its commands is a package of its own, which knows nothing of the others. */
@NullMarked
package io.headroom.buffers.tools;

import org.jspecify.annotations.NullMarked;
