package io.headroom.buffers.jmh.results;

import io.headroom.buffers.jmh.compare.result.Experiment.Machine;

/**
 * What is needed to do the same again.
 *
 * @param started date and time
 * @param command the command, without the options that say where its results go
 * @param machine where
 * @param method how often each was measured, and for how long
 */
public record RunInfo(String started, String command, Machine machine, String method) {
    /** Returns it as one paragraph. */
    String paragraph() {
        return started + ", " + machine.jdk() + ", " + machine.hardware() + "; " + method + "; `" + command + "`.";
    }
}
