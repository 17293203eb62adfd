/** The attackers: peers that send what no honest peer sends, in a process of their own. */
@NullMarked
package io.headroom.buffers.jmh.compare.attack;

import org.jspecify.annotations.NullMarked;
