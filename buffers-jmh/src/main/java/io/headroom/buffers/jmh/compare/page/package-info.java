/** The page of a comparison: the same records as the table and the JSON, with charts. */
@NullMarked
package io.headroom.buffers.jmh.compare.page;

import org.jspecify.annotations.NullMarked;
