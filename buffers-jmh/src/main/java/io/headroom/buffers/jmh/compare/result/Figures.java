package io.headroom.buffers.jmh.compare.result;

import io.headroom.buffers.jmh.compare.result.Row.Part;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** Draws the figures of a comparison from its runs. A new figure is one more line here. */
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

    private final List<String> strategies;
    private final List<Run> runs;
    private final List<Row> rows = new ArrayList<>();

    private Figures(List<String> strategies, List<Run> runs) {
        this.strategies = strategies;
        this.runs = runs;
    }

    static List<Row> rows(Experiment experiment, List<Run> runs) {
        List<String> names = experiment.strategies().stream()
                .map(Experiment.Participant::name)
                .toList();
        Figures figures = new Figures(names, runs);
        figures.load(Part.PACED, Run::paced);
        figures.load(Part.CLOSED_LOOP, Run::closedLoop);
        figures.add(Part.MEMORY, "heap region, KiB", run -> run.regionBytes() / 1_024.0);
        figures.memory(IDLE, Run::idle);
        figures.memory(NINE_BYTES, Run::nineBytes);
        return List.copyOf(figures.rows);
    }

    private void load(Part part, Function<Run, Load> under) {
        LoadFigures add = (figure, value) -> add(part, figure, run -> value.applyAsDouble(under.apply(run)));
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
        addIfKnown(part, COPIED_PER_BYTE, run -> copiedPerByte(under.apply(run)));
        add.add(
                CPU_PER_MB,
                load -> load.work().cpuNanos() / 1e3 / (load.traffic().bytes() / 1e6));
        add.add("direct memory at most, KB", load -> load.work().peakDirectBytes() / 1e3);
    }

    private void memory(String state, Function<Run, Memory> when) {
        add(Part.MEMORY, state + HELD, run -> when.apply(run).heldBytes() / 1e3);
        add(Part.MEMORY, state + ": heap in use, KB", run -> when.apply(run).heapBytes() / 1e3);
        add(Part.MEMORY, state + ": direct memory, KB", run -> when.apply(run).directBytes() / 1e3);
        addIfKnown(Part.MEMORY, state + RESIDENT, run -> known(when.apply(run).residentBytes(), 1e6));
    }

    private SortedSet<String> causes(Function<Run, Load> under) {
        SortedSet<String> causes = new TreeSet<>();
        for (Run run : runs) {
            causes.addAll(under.apply(run).garbage().collectionsByCause().keySet());
        }
        return causes;
    }

    private void add(Part part, String figure, ToDoubleFunction<Run> value) {
        addIfKnown(part, figure, run -> OptionalDouble.of(value.applyAsDouble(run)));
    }

    private void addIfKnown(Part part, String figure, Function<Run, OptionalDouble> value) {
        Map<String, Spread> spreads = new LinkedHashMap<>();
        for (String strategy : strategies) {
            double[] known = runs.stream()
                    .filter(run -> run.strategy().equals(strategy))
                    .map(value)
                    .flatMapToDouble(OptionalDouble::stream)
                    .toArray();
            if (known.length > 0) {
                spreads.put(strategy, Spread.of(known));
            }
        }
        rows.add(new Row(part, figure, spreads));
    }

    private static OptionalDouble copiedPerByte(Load load) {
        return known(load.work().copiedBytes(), (double) load.traffic().bytes());
    }

    private static OptionalDouble known(@Nullable Long value, double unit) {
        return value == null ? OptionalDouble.empty() : OptionalDouble.of(value / unit);
    }

    private interface LoadFigures {
        void add(String figure, ToDoubleFunction<Load> value);
    }
}
