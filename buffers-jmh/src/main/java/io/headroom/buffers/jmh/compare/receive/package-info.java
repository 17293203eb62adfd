/**
 * The receivers that are compared, one for each strategy of reading messages, and the process that one of them runs in.
 */
@NullMarked
package io.headroom.buffers.jmh.compare.receive;

import org.jspecify.annotations.NullMarked;
