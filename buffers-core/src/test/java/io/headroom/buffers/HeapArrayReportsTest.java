package io.headroom.buffers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.headroom.buffers.framing.Bytes;
import io.headroom.buffers.framing.LengthField;
import io.headroom.buffers.memory.Allocations;
import io.headroom.buffers.memory.SlabPool;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Public reports of arrays that G1 takes for humongous, each as a test of which arrays there are here. {@link NoHumongousObjectsTest} counts
 * them under load.
 */
class HeapArrayReportsTest {
    private static final int SLAB = 64 << 10;
    private static final int MIB = 1 << 20;

    /** G1's smallest region, at which an array is humongous that takes more than half of it, with its header of at most 24 bytes. */
    private static final int LONGEST_ORDINARY = MIB / 2 - 24;

    /** Public report apache/spark#34846: a page of a power of two, which its header makes too long by a little. */
    @Test
    void everySlabThatCanBeSetLeavesRoomForAnArrayHeaderInTheSmallestRegion() {
        for (int slab = 4096; slab <= MIB; slab *= 2) {
            SlabPool.Builder pool = SlabPool.heap().slabBytes(slab);
            if (slab <= SlabPool.LARGEST_SLAB) {
                try (SlabPool built = pool.build()) {
                    assertThat(built.tryLease(slab).buffer().array()).hasSizeLessThanOrEqualTo(LONGEST_ORDINARY);
                }
            } else {
                assertThatIllegalArgumentException().isThrownBy(pool::build);
            }
        }
    }

    /** Public report trinodb/trino#27553: parts of 32 MB at regions of 32 MB, of which each takes two. */
    @ParameterizedTest
    @EnumSource(value = Form.class, mode = EnumSource.Mode.EXCLUDE, names = "PULLED")
    void aLongFrameOnTheHeapIsLinkedArraysThatWasteLessThanOne(Form form) throws IOException {
        byte[] stream = ByteBuffer.allocate(3 * MIB + 5).putInt(3 * MIB + 1).array();
        List<Integer> arrays = new ArrayList<>();
        try (MessageBuffers heap =
                        MessageBuffers.builder().heap().memoryLimit(8 * MIB).build();
                ReadBuffer in = heap.connection("peer")
                        .limits(ReadLimits.maxFrame(4 * MIB))
                        .open()) {
            FrameHandler<RuntimeException> look = frame -> {
                Bytes bytes = frame.bytes();
                for (int i = 0; i < bytes.partCount(); i++) {
                    assertThat(bytes.part(i).isDirect()).isFalse();
                    arrays.add(bytes.part(i).remaining());
                }
                assertThat(heap.pool().leasedBytes()).isLessThan(stream.length + SLAB);
                return Next.CONTINUE;
            };
            for (int from = 0; from < stream.length; from += 100_000) {
                form.push(in, stream, from, Math.min(stream.length, from + 100_000), look);
            }
            assertThat(arrays).hasSize(3 * MIB / SLAB + 1).allMatch(length -> length <= SLAB);
            assertThat(in.heldBytes()).isZero();
            assertThat(heap.pool().leasedBytes()).isZero();
        }
    }

    static Stream<String> jvms() {
        List<String> jvms = new ArrayList<>(
                List.of("-Xmx64m", "-Xmx512m", "-Xmx2g", "-Xmx8g", "-Xmx32g", "-Xmx512m -XX:G1HeapRegionSize=3m"));
        if (Runtime.version().feature() >= 25) { // 17 does not start with these
            jvms.addAll(List.of("-Xmx2g -XX:G1HeapRegionSize=64m", "-Xmx2g -XX:G1HeapRegionSize=512m"));
        }
        return jvms.stream();
    }

    /**
     * Public reports elastic/elasticsearch#62410, trinodb/trino#15471, openjdk/jdk#6059 and openjdk/jdk#24541: sizes that are chosen without G1
     * in mind, or from a region size that is another one by default or lately. Here they are the same at any heap and region.
     */
    @ParameterizedTest
    @MethodSource("jvms")
    void choosesTheSameSlabAtEveryHeapAndRegionSize(String flags) throws Exception {
        String output = ChildJvm.run("-XX:+UseG1GC -Xms16m " + flags, SlabProgram.class, List.of());
        assertThat(output).isEqualToIgnoringNewLines("slab 65536, longest array 65536");
    }

    /** Public report Azure/azure-sdk-for-java#37412: an array of the largest message, made to compute a size. */
    @ParameterizedTest
    @ValueSource(longs = {1, MIB, 2_147_483_639})
    void aConnectionIsOpenedWithoutAnArrayOfItsLargestFrame(long limit) {
        try (MessageBuffers buffers =
                MessageBuffers.builder().memoryLimit(1L << 31).build()) {
            double bytes = Allocations.perRun(() -> buffers.connection("peer")
                    .framing(LengthField.ofBytes(4))
                    .limits(ReadLimits.maxFrame(limit))
                    .open()
                    .close());
            assertThat(bytes).as("heap bytes for a connection").isLessThan(2048);
            assertThat(buffers.pool().committedBytes()).isZero();
        }
    }
}
