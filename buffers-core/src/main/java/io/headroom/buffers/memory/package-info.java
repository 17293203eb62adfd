/**
 * Memory for messages: where it comes from, how much of it there may be, and when it goes back.
 */
@NullMarked
package io.headroom.buffers.memory;

import org.jspecify.annotations.NullMarked;
