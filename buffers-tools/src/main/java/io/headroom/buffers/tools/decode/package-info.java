/** {@code headroom decode}: a framing checked against captured bytes. */
@NullMarked
package io.headroom.buffers.tools.decode;

import org.jspecify.annotations.NullMarked;
