package io.headroom.buffers.memory;

import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;

/**
 * Runs the operations of a class by two threads in random scenarios, each in many interleavings, and compares the results with those of one
 * thread after the other. For sequential consistency only: what the memory model may reorder is not tried.
 */
public final class ModelCheck {
    private ModelCheck() {}

    /** Passes, or throws a {@link org.jetbrains.lincheck.LincheckAssertionError} that shows the interleaving. */
    public static void check(Class<?> operations, int scenarios) {
        new ModelCheckingOptions()
                .iterations(scenarios)
                .invocationsPerIteration(200)
                .threads(2)
                .actorsPerThread(3)
                .actorsBefore(1)
                .actorsAfter(1)
                .minimizeFailedScenario(false)
                .check(operations);
    }
}
