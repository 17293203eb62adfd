package io.headroom.buffers.jmh.compare.result;

import java.util.List;

/**
 * What is needed to do the same again.
 *
 * @param started date and time
 * @param command the command, without the options that say where its results go
 * @param machine where
 * @param settings how
 * @param strategies who
 */
public record Experiment(
        String started, String command, Machine machine, Settings settings, List<Participant> strategies) {
    /**
     * The machine and its JVM.
     *
     * @param jdk vendor and version
     * @param system operating system
     * @param cores processors that this process may use
     * @param processor their model, as far as it is known
     * @param memoryMegabytes memory of the machine
     */
    public record Machine(String jdk, String system, int cores, String processor, long memoryMegabytes) {
        /** Returns all but the JVM in one line. */
        public String hardware() {
            return system + ", " + cores + " cores (" + processor + "), " + memoryMegabytes + " MB";
        }
    }

    /**
     * A strategy.
     *
     * @param name short, for columns
     * @param title in a few words
     * @param jvmFlags flags of its receivers
     */
    public record Participant(String name, String title, List<String> jvmFlags) {}
}
