package io.headroom.buffers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headroom.buffers.framing.FrameException;
import io.headroom.buffers.memory.Allocations;
import io.headroom.buffers.memory.Pace;
import io.headroom.buffers.memory.Slab;
import io.headroom.buffers.memory.SlabPool;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import jdk.jfr.AnnotationElement;
import jdk.jfr.Event;
import jdk.jfr.EventType;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import jdk.jfr.ValueDescriptor;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a flight recording tells of pools and connections. */
class EventsTest {
    private static final int SLAB = 64 << 10;
    private static final FrameHandler<RuntimeException> IGNORE = frame -> Next.CONTINUE;

    @TempDir
    Path folder;

    private final Recording recording = new Recording();
    private long now;

    @BeforeEach
    void start() {
        recording.enable("io.headroom.FrameMemoryGrown");
        recording.start();
    }

    @AfterEach
    void end() {
        recording.close();
    }

    private List<RecordedEvent> events(String name) throws IOException {
        Path file = folder.resolve("of-test.jfr");
        recording.dump(file);
        List<RecordedEvent> found = new ArrayList<>();
        for (RecordedEvent event : RecordingFile.readAllEvents(file)) {
            if (event.getEventType().getName().equals("io.headroom." + name)) {
                found.add(event);
            }
        }
        Files.delete(file);
        return found;
    }

    private MessageBuffers node(long limit) {
        return MessageBuffers.builder()
                .memoryLimit(limit)
                .lanes(false)
                .clock(() -> now)
                .build();
    }

    @Test
    void tellsOfSlabsOnceForEach() throws IOException {
        try (SlabPool pool = SlabPool.direct().build()) {
            for (int i = 0; i < 100; i++) {
                Slab slab = pool.tryLease(4096);
                slab.release();
            }
        }
        assertThat(events("SlabCreated")).singleElement().satisfies(event -> {
            assertThat(event.getLong("bytes")).isEqualTo(4096);
            assertThat(event.getBoolean("direct")).isTrue();
            assertThat(event.getStackTrace()).isNotNull();
        });
    }

    @Test
    void tellsOfFramesThatGrow() throws IOException {
        byte[] frame = NumberedFrames.frame(1, 3 * SLAB);
        try (MessageBuffers node = node(64 * SLAB);
                ReadBuffer in = node.connection("peer").open()) {
            in.feed(ByteBuffer.wrap(frame, 0, 200), IGNORE);
            in.feed(ByteBuffer.wrap(frame, 200, frame.length - 200), IGNORE);
        }
        assertThat(events("FrameMemoryGrown")).isNotEmpty().allSatisfy(event -> {
            assertThat(event.getLong("frame")).isEqualTo(3 * SLAB);
            assertThat(event.getLong("to")).isGreaterThan(event.getLong("from"));
        });
    }

    @Test
    void tellsWhoIsPausedByWhomAndForHowLong() throws IOException {
        List<Slab> taken = new ArrayList<>();
        try (MessageBuffers node = node(4 * SLAB);
                ReadBuffer in = node.connection("10.0.0.7")
                        .key("k")
                        .limits(ReadLimits.maxFrame(1000))
                        .open()) {
            for (Slab slab = node.pool().tryLease(SLAB);
                    slab != null;
                    slab = node.pool().tryLease(SLAB)) {
                taken.add(slab);
            }
            ByteBuffer part = ByteBuffer.wrap(new byte[] {0, 0});
            in.feed(part, IGNORE);
            in.feed(part, IGNORE);
            now += 1_000_000;
            taken.forEach(Slab::release);
            in.feed(part, IGNORE);
        }
        assertThat(events("Paused")).singleElement().satisfies(event -> {
            assertThat(event.getString("peer")).isEqualTo("10.0.0.7");
            assertThat(event.getString("key")).isEqualTo("k");
            assertThat(event.getString("refusedBy")).startsWith("SlabPool[");
            assertThat(event.getLong("needed")).isPositive();
        });
        assertThat(events("Resumed")).singleElement().satisfies(event -> {
            assertThat(event.getString("peer")).isEqualTo("10.0.0.7");
            assertThat(event.getDuration("pausedFor").toMillis()).isEqualTo(1);
        });
    }

    @Test
    void tellsOfAFaultOnceWithItsMessage() throws IOException {
        try (MessageBuffers node = node(64 * SLAB);
                ReadBuffer in = node.connection("10.0.0.7").open()) {
            for (int i = 0; i < 2; i++) {
                assertThatThrownBy(() -> in.feed(ByteBuffer.wrap(new byte[] {'G', 'E', 'T', ' '}), IGNORE))
                        .isInstanceOf(FrameException.class);
            }
        }
        assertThat(events("FrameRejected")).singleElement().satisfies(event -> {
            assertThat(event.getString("kind")).isEqualTo("FRAME_TOO_LARGE");
            assertThat(event.getLong("declared")).isEqualTo(1195725860L);
            assertThat(event.getString("message")).contains("HTTP");
            assertThat(event.getString("peer")).isEqualTo("10.0.0.7");
        });
    }

    @Test
    void tellsOfLongFrames() throws IOException {
        try (MessageBuffers node = node(64 * SLAB);
                ReadBuffer in = node.connection("peer")
                        .limits(ReadLimits.maxFrame(1000).warnAbove(100))
                        .open()) {
            in.feed(ByteBuffer.wrap(NumberedFrames.stream(100, 500)), IGNORE);
        }
        assertThat(events("LongFrame")).singleElement().satisfies(event -> {
            assertThat(event.getLong("length")).isEqualTo(500);
            assertThat(event.getLong("threshold")).isEqualTo(100);
        });
    }

    @Test
    void tellsOfLongCompactionsOnly() throws IOException {
        ConnectionEvents.compacted(ConnectionEvents.LEAST_COMPACTION - 1);
        ConnectionEvents.compacted(ConnectionEvents.LEAST_COMPACTION);
        assertThat(events("Compaction"))
                .singleElement()
                .satisfies(event -> assertThat(event.getLong("bytes")).isEqualTo(ConnectionEvents.LEAST_COMPACTION));
    }

    @Test
    void tellsOfEachPieceThatIsWarmed() throws Exception {
        try (SlabPool pool = SlabPool.direct().limitBytes(12 << 20).build()) {
            pool.warm(10 << 20, Pace.defaults().pieceBytes(4 << 20)).await();
        }
        assertThat(events("PieceWarmed").stream()
                        .mapToLong(event -> event.getLong("bytes"))
                        .sum())
                .isEqualTo(10 << 20);
        assertThat(events("PieceWarmed")).hasSizeGreaterThan(1);
    }

    /** A peer whose name cannot be had must not stop its connection. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aPeerWithoutANameIsNamedByItsClass(boolean isError) throws IOException {
        Object nameless = new Object() {
            @Override
            public String toString() {
                if (isError) {
                    throw new StackOverflowError("no name");
                }
                throw new IllegalStateException("no name");
            }
        };
        try (MessageBuffers node = node(64 * SLAB);
                ReadBuffer in = node.connection(nameless)
                        .limits(ReadLimits.maxFrame(1000).warnAbove(100))
                        .open()) {
            assertThat(in.feed(ByteBuffer.wrap(NumberedFrames.frame(1, 500)), IGNORE))
                    .isEqualTo(ReadStatus.DRAINED);
            assertThat(in.feed(ByteBuffer.wrap(NumberedFrames.frame(1, 500)), IGNORE))
                    .isEqualTo(ReadStatus.DRAINED);
        }
        assertThat(events("LongFrame")).hasSize(2);
    }

    @Test
    void everyEventAndFieldHasALabelAndEveryQuantityAUnit() throws Exception {
        List<EventType> ours = new ArrayList<>();
        for (Class<? extends Event> each : eventClasses()) {
            ours.add(EventType.getEventType(each));
        }
        assertThat(ours).hasSizeGreaterThan(3).allSatisfy(type -> {
            assertThat(type.getLabel()).isNotBlank();
            assertThat(type.getCategoryNames()).startsWith("Headroom");
            for (ValueDescriptor field : type.getFields()) {
                assertThat(field.getLabel())
                        .as(type.getName() + "." + field.getName())
                        .isNotBlank();
                if (field.getTypeName().equals("long")) {
                    assertThat(field.getAnnotationElements().stream()
                                    .map(AnnotationElement::getTypeName)
                                    .filter(name -> name.startsWith("jdk.jfr.") && !name.endsWith("Label"))
                                    .filter(Objects::nonNull))
                            .as(type.getName() + "." + field.getName())
                            .isNotEmpty();
                }
            }
        });
    }

    @Test
    void anEventThatNobodyWantsCostsNoMemoryWhileOthersAreRecorded() {
        recording.disable("io.headroom.FrameMemoryGrown");
        assertThat(Allocations.perRun(() -> ConnectionEvents.grown(3, 1, 2))).isLessThan(1);
    }

    @Test
    void theSettingsAndTheDocsNameEveryEvent() throws Exception {
        String settings = Files.readString(Path.of("..", "docs", "headroom.jfc"));
        String docs = Files.readString(Path.of("..", "docs", "events.md"));
        List<Class<? extends Event>> events = eventClasses();
        for (Class<? extends Event> each : events) {
            String name = each.getAnnotation(Name.class).value();
            assertThat(settings).contains("<event name=\"" + name + "\">");
            assertThat(docs).contains("| `" + name + "` |");
        }
        assertThat(settings.split("<event name", -1)).hasSize(events.size() + 1);
        assertThat(docs.split("\n\\| `", -1)).hasSize(events.size() + 1);
    }

    private static List<Class<? extends Event>> eventClasses() throws ClassNotFoundException {
        List<Class<? extends Event>> found = new ArrayList<>();
        for (String owner : List.of("ConnectionEvents", "memory.PoolEvents")) {
            for (Class<?> nested : Class.forName("io.headroom.buffers." + owner).getDeclaredClasses()) {
                if (nested.isAnnotationPresent(Name.class)) {
                    found.add(nested.asSubclass(Event.class));
                }
            }
        }
        return found;
    }
}
