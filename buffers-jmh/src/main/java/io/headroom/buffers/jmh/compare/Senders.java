package io.headroom.buffers.jmh.compare;

import io.headroom.buffers.jmh.compare.child.ChildProcess;
import io.headroom.buffers.jmh.compare.send.SenderMain;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Starts sender processes. */
final class Senders {
    /** The flags of processes that send. */
    static final List<String> FLAGS = List.of("-Xms64m", "-Xmx512m", "-XX:+UseSerialGC");

    private Senders() {}

    /** Starts a process that sends what the plan says. */
    static ChildProcess start(String name, Plan plan) throws IOException {
        List<String> arguments = new ArrayList<>();
        arguments.add(Integer.toString(plan.peers()));
        arguments.add(Long.toString(plan.messages().seed()));
        arguments.add(plan.messages().isSpoiled() ? "spoiled" : "sound");
        Path payloads = plan.messages().payloads();
        if (payloads != null) {
            arguments.add(payloads.toString());
        }
        return ChildProcess.start(name, FLAGS, SenderMain.class, arguments);
    }
}
