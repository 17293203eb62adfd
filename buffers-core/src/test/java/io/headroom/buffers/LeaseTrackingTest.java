package io.headroom.buffers;

import static org.assertj.core.api.Assertions.assertThat;

import io.headroom.buffers.LeaseReport.Kind;
import io.headroom.buffers.framing.LengthField;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Who has the node's memory, since when, and where in the code that began. */
class LeaseTrackingTest {
    private static final int SLAB = 4096;
    private static final FrameHandler<RuntimeException> IGNORE = frame -> Next.CONTINUE;

    private final AtomicLong nanos = new AtomicLong(1_000);
    private final List<ReadBuffer> opened = new ArrayList<>();
    private MessageBuffers buffers = node(LeaseTracking.ALL);

    private MessageBuffers node(LeaseTracking tracking) {
        return MessageBuffers.builder()
                .slabBytes(SLAB)
                .memoryLimit(4 << 20)
                .leaseTracking(tracking)
                .clock(nanos::get)
                .build();
    }

    @AfterEach
    void nothingIsLeft() {
        opened.forEach(ReadBuffer::close);
        assertThat(buffers.oldestLeases(100)).isEmpty();
        assertThat(buffers.leasedBytes()).isZero();
        assertThat(buffers.leakCount()).isZero();
        buffers.close();
        assertThat(buffers.committedBytes()).isZero();
    }

    private ReadBuffer open(Object peer) {
        ReadBuffer in = buffers.connection(peer)
                .key("key of " + peer)
                .framing(LengthField.ofBytes(4).strip(4))
                .limits(ReadLimits.maxFrame(1 << 18))
                .open();
        opened.add(in);
        return in;
    }

    private static void assertThatStackHas(LeaseReport lease, String method) {
        assertThat(lease.stack())
                .anyMatch(call -> call.getClassName().equals(LeaseTrackingTest.class.getName())
                        && call.getMethodName().equals(method));
        assertThat(lease.stack().get(0).getClassName()).isNotIn(Trail.class.getName(), Tracked.class.getName());
        assertThat(lease.toString()).contains(method).contains(lease.peer().toString());
    }

    @Test
    void listsTheOldestLeasesFirstWithAgeSizePeerAndStack() throws IOException {
        byte[] stream = NumberedFrames.stream(10 * SLAB);
        Form.SCATTERING.push(open("parked"), stream, 0, 100, IGNORE);
        nanos.addAndGet(Duration.ofSeconds(5).toNanos());
        Form.SCATTERING.push(open("chain"), stream, 0, 2 * SLAB, IGNORE);
        nanos.addAndGet(Duration.ofSeconds(2).toNanos());

        List<LeaseReport> oldest = buffers.oldestLeases(100);
        assertThat(oldest).hasSize(3);
        LeaseReport parked = oldest.get(0);
        assertThat(parked.kind()).isEqualTo(Kind.PARKED);
        assertThat(parked.peer()).isEqualTo("parked");
        assertThat(parked.key()).isEqualTo("key of parked");
        assertThat(parked.bytes()).isEqualTo(opened.get(0).heldBytes());
        assertThat(parked.age()).isEqualTo(Duration.ofSeconds(7));
        assertThatStackHas(parked, "listsTheOldestLeasesFirstWithAgeSizePeerAndStack");
        for (LeaseReport link : oldest.subList(1, 3)) {
            assertThat(link.kind()).isEqualTo(Kind.CHAIN);
            assertThat(link.peer()).isEqualTo("chain");
            assertThat(link.bytes()).isEqualTo(SLAB);
            assertThat(link.age()).isEqualTo(Duration.ofSeconds(2));
        }
        assertThat(buffers.oldestLeases(1))
                .singleElement()
                .satisfies(first -> assertThat(first.peer()).isEqualTo("parked"));
        assertThat(buffers.oldestLeases(0)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(
            value = Form.class,
            names = {"SCATTERING", "PLAIN", "STREAMED"})
    void namesALandingWhileAHandlerRuns(Form form) throws IOException {
        List<LeaseReport> inside = new ArrayList<>();
        form.push(open("peer"), NumberedFrames.stream(100), frame -> {
            inside.addAll(buffers.oldestLeases(10));
            return Next.CONTINUE;
        });
        assertThat(inside).extracting(LeaseReport::kind).containsExactly(Kind.LANDING);
        assertThat(buffers.oldestLeases(10)).isEmpty();
    }

    @Test
    void namesALandingThatStaysAsItIsWhatItHasBecome() throws IOException {
        Form.SCATTERING.push(open("parked"), NumberedFrames.stream(SLAB), 0, SLAB - 1, IGNORE);
        Form.SCATTERING.push(open("chain"), NumberedFrames.stream(10 * SLAB), 0, SLAB, IGNORE);
        assertThat(buffers.oldestLeases(10)).extracting(LeaseReport::kind).containsExactly(Kind.PARKED, Kind.CHAIN);
    }

    @Test
    void namesContiguousFrames() throws IOException {
        ReadBuffer in = buffers.connection("peer").contiguous().open();
        opened.add(in);
        Form.SCATTERING.push(in, NumberedFrames.stream(10 * SLAB), 0, 8 * SLAB, IGNORE);
        assertThat(buffers.oldestLeases(10)).singleElement().satisfies(lease -> {
            assertThat(lease.kind()).isEqualTo(Kind.CONTIGUOUS);
            assertThat(lease.bytes()).isEqualTo(10 * SLAB);
        });
    }

    @Test
    void namesWhatTheApplicationKeepsOnceForEachHandle() throws IOException {
        List<ByteBuf> kept = new ArrayList<>();
        Form.SCATTERING.push(open("peer"), NumberedFrames.stream(100, 100, 3 * SLAB), frame -> {
            nanos.addAndGet(1);
            kept.add(frame.share());
            return Next.CONTINUE;
        });
        nanos.addAndGet(10);
        List<LeaseReport> leases = buffers.oldestLeases(10);
        assertThat(leases).extracting(LeaseReport::kind).containsExactly(Kind.KEPT, Kind.KEPT, Kind.KEPT);
        assertThat(leases).extracting(LeaseReport::bytes).startsWith((long) SLAB, (long) SLAB);
        assertThat(leases.get(2).bytes()).isGreaterThanOrEqualTo(3L * SLAB);
        assertThat(leases)
                .extracting(LeaseReport::age)
                .containsExactly(Duration.ofNanos(12), Duration.ofNanos(11), Duration.ofNanos(10));
        assertThat(leases.get(0).stack().get(0).getMethodName()).isEqualTo("share");
        kept.get(0).release();
        assertThat(buffers.oldestLeases(10)).hasSize(2);
        kept.subList(1, 3).forEach(ByteBuf::release);
    }

    @Test
    void listsNothingWhenItIsOff() throws IOException {
        buffers.close();
        buffers = node(LeaseTracking.OFF);
        Form.SCATTERING.push(open("peer"), NumberedFrames.stream(100), 0, 50, IGNORE);
        assertThat(opened.get(0).heldBytes()).isPositive();
        assertThat(buffers.oldestLeases(10)).isEmpty();
    }

    @Test
    void listsOneInSoManyInSamples() throws IOException {
        buffers.close();
        buffers = node(LeaseTracking.SAMPLED);
        int connections = 4 * Tracker.SAMPLE;
        for (int i = 0; i < connections; i++) {
            Form.FED.push(open("peer " + i), NumberedFrames.stream(100), 0, 50, IGNORE); // a lease and a connection
        }
        assertThat(buffers.oldestLeases(connections)).hasSize(4);
    }
}
