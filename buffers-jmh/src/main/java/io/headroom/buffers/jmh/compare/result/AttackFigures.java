package io.headroom.buffers.jmh.compare.result;

import io.headroom.buffers.jmh.compare.result.Row.Part;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;

/** Draws the figures of a comparison under attack. A new figure is one more line here. */
public final class AttackFigures {
    /** The most that the connections' buffers held. */
    public static final String HELD_AT_MOST = "held by buffers at most, KB";

    /** The state in which the attackers have sent what they send at once. */
    public static final String HEIGHT = "at its height";

    /** What is left of the honest peers' throughput. */
    public static final String THROUGHPUT_LEFT = "throughput, attacked to alone";

    /** The longest that a message of an honest peer waited. */
    public static final String WORST_WAIT = "worst wait under attack, ms";

    /** Time in which no message went through. */
    public static final String STALLED = "stalled under attack, s";

    /** Attackers connected at the end. */
    public static final String CONNECTED_AT_END = "still connected at the end";

    /** Processor time of the receiver. */
    public static final String CPU = "process CPU, % of a core";

    private AttackFigures() {}

    static List<Row> rows(Rows<AttackRun> rows) {
        addHonest(rows);
        addAttackers(rows);
        addStrain(rows, Part.RECEIVER, CPU, strain -> percent(strain.processCpuNanos(), strain.seconds()));
        addStrain(
                rows,
                Part.RECEIVER,
                "I/O thread CPU, % of a core",
                strain -> percent(strain.ioCpuNanos(), strain.seconds()));
        addStrain(rows, Part.RECEIVER, "failed after, s", strain -> Rows.known(strain.failedAfterSeconds(), 1));
        addStrain(rows, Part.MEMORY, HELD_AT_MOST, strain -> Rows.known(strain.peakHeldBytes(), 1e3));
        addStrain(
                rows,
                Part.MEMORY,
                "held by buffers at the end, KB",
                strain -> Rows.known(strain.finalHeldBytes(), 1e3));
        rows.addMemory(HEIGHT, AttackRun::height);
        return rows.all();
    }

    private static void addHonest(Rows<AttackRun> rows) {
        rows.add(Part.HONEST, "delivered alone, MB/s", run -> run.alone().megabytesPerSecond());
        rows.add(
                Part.HONEST,
                "delivered under attack, MB/s",
                run -> run.attacked().megabytesPerSecond());
        rows.add(Part.HONEST, THROUGHPUT_LEFT, AttackRun::throughputLeft);
        rows.add(
                Part.HONEST,
                "messages delivered under attack",
                run -> run.attacked().messages());
        rows.add(Part.HONEST, "worst wait alone, ms", run -> run.alone().worstWaitSeconds() * 1e3);
        rows.add(Part.HONEST, WORST_WAIT, run -> run.attacked().worstWaitSeconds() * 1e3);
        rows.add(Part.HONEST, STALLED, run -> run.attacked().stalledSeconds());
        rows.add(Part.HONEST, "kept waiting at the end", run -> run.attacked().waiting());
        rows.add(Part.HONEST, "disconnected", run -> run.attacked().lost());
    }

    private static void addAttackers(Rows<AttackRun> rows) {
        rows.add(Part.ATTACKERS, "connections made", run -> run.attackers().connections());
        rows.add(
                Part.ATTACKERS, "closed by the receiver", run -> run.attackers().disconnected());
        rows.addIfKnown(
                Part.ATTACKERS,
                "closed after, s",
                run -> Rows.known(run.attackers().medianSeconds(), 1));
        rows.addIfKnown(
                Part.ATTACKERS,
                "closed after at most, s",
                run -> Rows.known(run.attackers().longestSeconds(), 1));
        rows.add(Part.ATTACKERS, CONNECTED_AT_END, run -> run.attackers().connectedAtEnd());
    }

    private static void addStrain(
            Rows<AttackRun> rows, Part part, String figure, Function<Strain, OptionalDouble> value) {
        rows.addIfKnown(part, figure, run -> {
            Strain strain = run.strain();
            return strain == null ? OptionalDouble.empty() : value.apply(strain);
        });
    }

    private static OptionalDouble percent(long nanos, double seconds) {
        return Rows.known(nanos, seconds * 1e7);
    }
}
