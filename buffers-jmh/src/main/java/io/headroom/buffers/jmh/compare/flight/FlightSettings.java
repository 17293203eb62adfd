package io.headroom.buffers.jmh.compare.flight;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The recording of a receiver: only the events that are counted, so that recording costs next to nothing. */
public final class FlightSettings {
    static final String COLLECTION = "jdk.GarbageCollection";
    static final String PAUSE = "jdk.GCPhasePause";
    static final String REGION_TYPE_CHANGE = "jdk.G1HeapRegionTypeChange";
    static final String FLAG = "jdk.UnsignedLongFlag";
    static final String NETTY_CHUNK = "io.netty.AllocateChunk";

    private FlightSettings() {}

    /** Writes the settings file. */
    public static void write(Path file) throws IOException {
        StringBuilder xml =
                new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<configuration version=\"2.0\">\n");
        for (String event : List.of(COLLECTION, PAUSE, REGION_TYPE_CHANGE, FLAG, NETTY_CHUNK, PhaseEvent.NAME)) {
            xml.append("  <event name=\"").append(event).append("\">\n");
            xml.append("    <setting name=\"enabled\">true</setting>\n");
            xml.append("    <setting name=\"threshold\">0 ms</setting>\n");
            xml.append("    <setting name=\"stackTrace\">false</setting>\n");
            xml.append("  </event>\n");
        }
        Files.writeString(file, xml.append("</configuration>\n"));
    }

    /**
     * Returns the flags of a JVM that records with these settings from its start and writes the recording when it ends.
     *
     * @param settings a file made by {@link #write}
     * @param recording the file to write
     * @param scratch an existing folder for what the recorder keeps while it runs
     */
    public static List<String> flags(Path settings, Path recording, Path scratch) {
        return List.of(
                "-XX:StartFlightRecording=settings=" + settings + ",filename=" + recording + ",dumponexit=true",
                "-XX:FlightRecorderOptions=repository=" + scratch);
    }
}
