/**
 * What a run of the benchmarks has written, and the tables, charts and parts of documents that are made of it. Knows the strategies by name, and
 * nothing of how they are run.
 */
@NullMarked
package io.headroom.buffers.jmh.results;

import org.jspecify.annotations.NullMarked;
