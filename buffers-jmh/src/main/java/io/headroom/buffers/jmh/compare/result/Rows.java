package io.headroom.buffers.jmh.compare.result;

import io.headroom.buffers.jmh.compare.result.Row.Part;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Rows that grow one by one, each a figure of all strategies over their rounds.
 *
 * @param <R> the kind of run that figures are drawn from
 */
final class Rows<R extends Run> {
    private final List<String> strategies;
    private final List<R> runs;
    private final List<Row> rows = new ArrayList<>();

    /** Makes rows of all runs that are of one kind. */
    Rows(Class<R> kind, List<String> strategies, List<Run> runs) {
        this.strategies = strategies;
        this.runs = runs.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    /** Returns the runs that figures are drawn from. */
    List<R> runs() {
        return runs;
    }

    /** Returns the rows added so far. */
    List<Row> all() {
        return List.copyOf(rows);
    }

    void add(Part part, String figure, ToDoubleFunction<R> value) {
        addIfKnown(part, figure, run -> OptionalDouble.of(value.applyAsDouble(run)));
    }

    void addIfKnown(Part part, String figure, Function<R, OptionalDouble> value) {
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

    /** Adds the rows of the memory in a state, where it is known. */
    void addMemory(String state, Function<R, @Nullable Memory> when) {
        addMemory(state + Figures.HELD, when, memory -> known(memory.heldBytes(), 1e3));
        addMemory(state + ": heap in use, KB", when, memory -> known(memory.heapBytes(), 1e3));
        addMemory(state + ": direct memory, KB", when, memory -> known(memory.directBytes(), 1e3));
        addMemory(state + Figures.RESIDENT, when, memory -> known(memory.residentBytes(), 1e6));
    }

    private void addMemory(String figure, Function<R, @Nullable Memory> when, Function<Memory, OptionalDouble> value) {
        addIfKnown(Part.MEMORY, figure, run -> {
            Memory memory = when.apply(run);
            return memory == null ? OptionalDouble.empty() : value.apply(memory);
        });
    }

    /** Returns a value in a unit, if there is a value. */
    static OptionalDouble known(@Nullable Number value, double unit) {
        return value == null ? OptionalDouble.empty() : OptionalDouble.of(value.doubleValue() / unit);
    }
}
