/**
 * Nodes that read their messages with Headroom.
 */
@NullMarked
package io.headroom.buffers.examples;

import org.jspecify.annotations.NullMarked;
