package io.headroom.buffers.jmh.strategy;

import static org.assertj.core.api.Assertions.assertThat;

import io.headroom.buffers.jmh.stream.FrameStream;
import io.headroom.buffers.jmh.stream.Frames;
import io.headroom.buffers.jmh.stream.StreamSource;
import io.headroom.buffers.jmh.stream.Tally;
import java.io.IOException;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StrategyTest {
    private static final int PASSES = 2;

    @ParameterizedTest
    @CsvSource({
        "B256, 100000, 1460",
        "B256, 300000, 65536",
        "MIX, 5000000, 1460",
        "MIX, 5000000, 65536",
        "MIB2_ALONE, 5000000, 1460",
        "MIB2_ALONE, 5000000, 65536",
        "MIB2, 5000000, 1460",
        "MIB2, 5000000, 65536",
        "MIB32, 34000000, 1460",
        "MIB32, 34000000, 65536",
        "B256, 1000, 1",
        "B256, 10000, 3",
        "MIX, 300000, 7",
    })
    void eachTakesTheSameFrames(Frames frames, int bytes, int readBytes) throws IOException {
        FrameStream stream = FrameStream.of(frames, 3, bytes);
        Tally expected = stream.expected(PASSES);
        for (Strategy strategy : Strategy.values()) {
            if (strategy.isLostOnLongFrames() && frames == Frames.MIB32 && readBytes < 65_536) {
                continue;
            }
            Tally tally = new Tally();
            read(strategy, stream, readBytes, tally);

            assertThat(tally).as(strategy.name()).hasToString(expected.toString());
        }
    }

    @Test
    void copiesAreCountedForWhoMakesThem() throws IOException {
        FrameStream stream = FrameStream.of(Frames.MIB2, 3, 10_000_000);
        Map<Strategy, Double> copied = new EnumMap<>(Strategy.class);
        for (Strategy strategy : Strategy.values()) {
            double bytes = read(strategy, stream, 65_536, new Tally());
            copied.put(strategy, bytes / PASSES / stream.bytes());
        }

        Set<Strategy> heap =
                EnumSet.of(Strategy.EXACT, Strategy.NAIVE, Strategy.MAXIMAL_COMPACTING, Strategy.KAFKA, Strategy.OKIO);
        Set<Strategy> merging = EnumSet.of(
                Strategy.NETTY_MERGE_POOLED,
                Strategy.NETTY_MERGE_ADAPTIVE,
                Strategy.BITCOINJ,
                Strategy.VERTX,
                Strategy.MINA);
        copied.forEach((strategy, share) -> {
            if (merging.contains(strategy)) {
                assertThat(share).as(strategy.name()).isGreaterThan(1);
            } else if (strategy == Strategy.HEADROOM_HEAP || heap.contains(strategy)) {
                assertThat(share).as(strategy.name()).isBetween(0.9, 1.1);
            } else if (strategy == Strategy.HEADROOM_CONTIGUOUS) {
                assertThat(share).as(strategy.name()).isBetween(0.4, 0.6);
            } else {
                assertThat(share).as(strategy.name()).isLessThan(0.1);
            }
        });
    }

    /** Reads a stream and returns how many bytes were copied. */
    private static long read(Strategy strategy, FrameStream stream, int readBytes, Tally tally) throws IOException {
        FrameStream framed = stream.as(strategy.wire());
        StreamSource source = framed.source(readBytes);
        try (Node node = strategy.open(framed, readBytes);
                FrameReader reader = node.connection(tally)) {
            source.start(PASSES);
            while (source.hasRemaining()) {
                reader.read(source);
            }
            return source.copiedToHeapBytes() + reader.copiedBytes();
        }
    }
}
