package io.headroom.buffers.jmh.compare.result;

import io.headroom.buffers.jmh.compare.result.Row.Part;
import java.util.List;
import java.util.OptionalDouble;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** Draws the figures of a comparison under loads. A new figure is one more line here. */
public final class Figures {
    /** Bytes received for each second. */
    public static final String THROUGHPUT = "received, MB/s";

    /** Collections for each GB received. */
    public static final String COLLECTIONS_PER_GB = "collections per GB";

    /** The sum of all pauses for each GB received. */
    public static final String PAUSE_PER_GB = "pauses per GB, ms";

    /** The longest pause. */
    public static final String PAUSE_MAX = "pause max, ms";

    /** Bytes allocated for each byte received. */
    public static final String ALLOCATED_PER_BYTE = "allocated per byte received";

    /** Bytes copied for each byte received. */
    public static final String COPIED_PER_BYTE = "copied per byte received";

    /** CPU time of the receiver for each MB received. */
    public static final String CPU_PER_MB = "receiver CPU per MB, us";

    /** What the connections' buffers hold in a {@linkplain #IDLE state}, behind its name. */
    public static final String HELD = ": held by buffers, KB";

    /** Resident memory in a {@linkplain #IDLE state}, behind its name. */
    public static final String RESIDENT = ": resident memory, MB";

    /** The state in which all peers are silent. */
    public static final String IDLE = "all idle";

    /** The state in which all peers are nine bytes into a large message. */
    public static final String NINE_BYTES = "9 bytes in";

    private final Rows<LoadRun> rows;

    private Figures(Rows<LoadRun> rows) {
        this.rows = rows;
    }

    static List<Row> rows(Rows<LoadRun> rows) {
        Figures figures = new Figures(rows);
        figures.load(Part.PACED, LoadRun::paced);
        figures.load(Part.CLOSED_LOOP, LoadRun::closedLoop);
        rows.add(Part.MEMORY, "heap region, KiB", run -> run.regionBytes() / 1_024.0);
        rows.addMemory(IDLE, LoadRun::idle);
        rows.addMemory(NINE_BYTES, LoadRun::nineBytes);
        return rows.all();
    }

    private void load(Part part, Function<LoadRun, Load> under) {
        LoadFigures add = (figure, value) -> rows.add(part, figure, run -> value.applyAsDouble(under.apply(run)));
        add.add(THROUGHPUT, load -> load.traffic().megabytesPerSecond());
        add.add("collections", load -> load.garbage().collections());
        for (String cause : causes(under)) {
            add.add("  " + cause, load -> load.garbage().collectionsByCause().getOrDefault(cause, 0));
        }
        add.add(COLLECTIONS_PER_GB, load -> load.perGigabyte(load.garbage().collections()));
        add.add("humongous allocations", load -> load.garbage().humongousAllocations());
        add.add("pauses total, ms", load -> load.garbage().pauses().totalMillis());
        add.add("pause mean, ms", load -> load.garbage().pauses().meanMillis());
        add.add(PAUSE_MAX, load -> load.garbage().pauses().maxMillis());
        add.add(PAUSE_PER_GB, load -> load.perGigabyte(load.garbage().pauses().totalMillis()));
        add.add(
                "allocated per message, bytes",
                load -> (double) load.allocatedBytes() / load.traffic().messages());
        add.add(
                ALLOCATED_PER_BYTE,
                load -> (double) load.allocatedBytes() / load.traffic().bytes());
        rows.addIfKnown(part, COPIED_PER_BYTE, run -> copiedPerByte(under.apply(run)));
        add.add(
                CPU_PER_MB,
                load -> load.work().cpuNanos() / 1e3 / (load.traffic().bytes() / 1e6));
        add.add("direct memory at most, KB", load -> load.work().peakDirectBytes() / 1e3);
    }

    private SortedSet<String> causes(Function<LoadRun, Load> under) {
        SortedSet<String> causes = new TreeSet<>();
        for (LoadRun run : rows.runs()) {
            causes.addAll(under.apply(run).garbage().collectionsByCause().keySet());
        }
        return causes;
    }

    private static OptionalDouble copiedPerByte(Load load) {
        return Rows.known(load.work().copiedBytes(), (double) load.traffic().bytes());
    }

    private interface LoadFigures {
        void add(String figure, ToDoubleFunction<Load> value);
    }
}
