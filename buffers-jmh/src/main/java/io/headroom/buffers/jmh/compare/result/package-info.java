/** What a comparison found: plain records, the figures drawn from them, and two of their forms, table and JSON. */
@NullMarked
package io.headroom.buffers.jmh.compare.result;

import org.jspecify.annotations.NullMarked;
