/** A diagnosis as a page with charts. */
@NullMarked
package io.headroom.buffers.tools.doctor.report.page;

import org.jspecify.annotations.NullMarked;
