package io.headroom.buffers.jmh.held;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.headroom.buffers.jmh.strategy.Strategy;
import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class HeldMemoryTest {
    private static final int MIB2 = 2 << 20;

    /** What the JVM itself may allocate, or free, between two looks at the heap. */
    private static final long OTHERS = 100_000;

    @Test
    void countsWhatIsPlain() throws Exception {
        List<Held> all = HeldMemory.count(
                EnumSet.of(Strategy.FLOOR, Strategy.MAXIMAL, Strategy.NAIVE, Strategy.EXACT), step -> {});

        assertThat(all).hasSize(3 * Situation.values().length + 1);
        assertThat(of(all, Strategy.MAXIMAL, Situation.IDLE).directBytes())
                .isCloseTo(32L * (4 + MIB2 + 65_536), within(20_000L));
        assertThat(of(all, Strategy.NAIVE, Situation.IDLE).heapBytes()).isLessThan(100_000);
        assertThat(of(all, Strategy.NAIVE, Situation.PARTIAL).heapBytes()).isCloseTo(32L * (4 + MIB2), within(OTHERS));
        assertThat(of(all, Strategy.NAIVE, Situation.PARTIAL).hiddenBytes()).isEqualTo(4 + MIB2);
        assertThat(of(all, Strategy.EXACT, Situation.PARTIAL_AFTER_LONG).heapBytes())
                .isCloseTo(32L * MIB2, within(OTHERS));
        assertThat(of(all, Strategy.EXACT, Situation.KEPT).heapBytes())
                .isBetween(256_000L - OTHERS, 1_000L * (256 + 100) + OTHERS);
        assertThat(HeldMemory.idleConnections(all).orElseThrow().heapBytes())
                .isBetween(HeldMain.MANY * 16L, HeldMain.MANY * 2_000L);
    }

    /** That is what is called hidden: the room that the read was given, whatever came. JDK 25 does not even count it as direct memory. */
    @Test
    void theJdkKeepsADirectBufferAsLongAsTheRoomOnTheHeapAndFrom25OnTellsNobody()
            throws IOException, InterruptedException {
        int room = 3_000_017;
        Thread reader = new Thread(() -> {
            try {
                Pipe pipe = Pipe.open();
                pipe.sink().write(ByteBuffer.allocateDirect(9));
                long before = directBytes();
                pipe.source().read(ByteBuffer.allocate(room));
                assertThat(directBytes() - before).isEqualTo(Runtime.version().feature() >= 25 ? 0 : room);
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
        Throwable[] failure = new Throwable[1];
        reader.setUncaughtExceptionHandler((thread, thrown) -> failure[0] = thrown);
        reader.start();
        reader.join();
        assertThat(failure[0]).isNull();
    }

    private static long directBytes() {
        return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(pool -> pool.getName().equals("direct"))
                .findFirst()
                .orElseThrow()
                .getMemoryUsed();
    }

    private static Held of(List<Held> all, Strategy strategy, Situation situation) {
        return all.stream()
                .filter(held -> held.strategy().equals(strategy.name()))
                .filter(held -> held.situation().equals(situation.name()))
                .findFirst()
                .orElseThrow();
    }
}
