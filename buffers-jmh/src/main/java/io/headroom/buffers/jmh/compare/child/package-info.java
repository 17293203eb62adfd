/**
 * Processes that work for another: how they are started, watched and ended, and what both sides say to each other in lines; and the selector
 * thread that such a process reads or writes on.
 */
@NullMarked
package io.headroom.buffers.jmh.compare.child;

import org.jspecify.annotations.NullMarked;
