package io.headroom.buffers.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headroom.buffers.BufferStats;
import io.headroom.buffers.MessageBuffers;
import io.headroom.buffers.Next;
import io.headroom.buffers.ReadBuffer;
import io.headroom.buffers.framing.FrameException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import javax.management.Attribute;
import javax.management.JMX;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanInfo;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BufferStatsBeanTest {
    private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    private final MessageBuffers buffers = MessageBuffers.builder().build();

    @AfterEach
    void close() {
        buffers.close();
    }

    private void receive(int... lengths) throws FrameException {
        try (ReadBuffer in = buffers.connection("peer").open()) {
            for (int length : lengths) {
                in.feed(ByteBuffer.allocate(length).putInt(0, length - 4), frame -> Next.CONTINUE);
            }
        }
    }

    private void receiveHttp() {
        try (ReadBuffer in = buffers.connection("peer").open()) {
            assertThatThrownBy(() -> in.feed(ByteBuffer.wrap(new byte[] {'G', 'E', 'T', ' '}), frame -> Next.CONTINUE))
                    .isInstanceOf(FrameException.class);
        }
    }

    @Test
    void showsEveryFigureAsAnAttribute() throws Exception {
        receive(100, 5000, 100);
        receiveHttp();
        BufferStats stats = buffers.stats(new BufferStats());
        try (BufferStatsBean bean = BufferStatsBean.register(buffers, "peers")) {
            assertThat(bean.objectName().getCanonicalName())
                    .isEqualTo("io.headroom.buffers:name=peers,type=MessageBuffers");
            String[] names =
                    Arrays.stream(Figure.values()).map(Figure::attribute).toArray(String[]::new);
            List<Attribute> read =
                    server.getAttributes(bean.objectName(), names).asList();
            assertThat(read).hasSize(names.length);
            for (Attribute attribute : read) {
                assertThat(attribute.getValue())
                        .as(attribute.getName())
                        .isEqualTo(Arrays.stream(Figure.values())
                                .filter(figure -> figure.attribute().equals(attribute.getName()))
                                .findFirst()
                                .orElseThrow()
                                .of(stats));
            }
        }
    }

    @Test
    void showsRejectsAndLengthsAsOpenTypes() throws Exception {
        receive(100, 5000, 100);
        receiveHttp();
        try (BufferStatsBean bean = BufferStatsBean.register(buffers, "peers")) {
            TabularData rejects = (TabularData) server.getAttribute(bean.objectName(), "RejectsByKind");
            CompositeData tooLarge = rejects.get(new Object[] {"FRAME_TOO_LARGE"});
            assertThat(tooLarge.get("value")).isEqualTo(1L);
            assertThat(rejects.size()).isEqualTo(FrameException.Kind.values().length);

            BufferStatsMXBean proxy = JMX.newMXBeanProxy(server, bean.objectName(), BufferStatsMXBean.class);
            assertThat(proxy.getRejectsByKind())
                    .containsEntry("FRAME_TOO_LARGE", 1L)
                    .containsEntry("TRUNCATED", 0L);
            assertThat(proxy.getFramesByLength()).hasSize(2).containsValue(2L);
            assertThat(proxy.frameLengthAtPercentile(50)).isBetween(100L, 125L);
            assertThat(proxy.getReceivedBytes()).isEqualTo(5200);
        }
    }

    @Test
    void describesEachAttributeWithItsUnit() throws Exception {
        try (BufferStatsBean bean = BufferStatsBean.register(buffers, "peers")) {
            MBeanInfo info = server.getMBeanInfo(bean.objectName());
            for (MBeanAttributeInfo attribute : info.getAttributes()) {
                assertThat(attribute.getDescription()).as(attribute.getName()).matches("[A-Z].* \\([a-z]+\\)");
                assertThat(attribute.isWritable()).isFalse();
            }
            assertThat(info.getAttributes()).hasSize(Figure.values().length + 2);
            assertThat(info.getOperations()).hasSize(1);
            assertThat(info.getOperations()[0].getDescription()).contains("percent");
            assertThat(info.getOperations()[0].getSignature()[0].getName()).isEqualTo("percent");
        }
    }

    @Test
    void quotesTheNameWhereNeeded() throws Exception {
        for (String name : List.of("a,b", "x=y", "port:80", "\"q\"", "any*", "one?", "two\nlines")) {
            try (BufferStatsBean bean = BufferStatsBean.register(buffers, name)) {
                String value = bean.objectName().getKeyProperty("name");
                assertThat(ObjectName.unquote(value)).isEqualTo(name);
                assertThat(bean.objectName().isPattern()).isFalse();
                assertThat(server.isRegistered(bean.objectName())).isTrue();
            }
        }
        try (BufferStatsBean bean = BufferStatsBean.register(buffers, "[main] net.1")) {
            assertThat(bean.objectName().getKeyProperty("name")).isEqualTo("[main] net.1");
        }
        assertThatThrownBy(() -> BufferStatsBean.register(buffers, ""))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("name");
    }

    @Test
    void refusesASecondBeanOfTheSameNameUntilTheFirstIsClosed() {
        BufferStatsBean first = BufferStatsBean.register(buffers, "peers");
        assertThatThrownBy(() -> BufferStatsBean.register(buffers, "peers"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("name peers: registered already");
        first.close();
        try (BufferStatsBean second = BufferStatsBean.register(buffers, "peers")) {
            first.close();
            assertThat(server.isRegistered(second.objectName())).isTrue();
        }
        assertThat(server.isRegistered(first.objectName())).isFalse();
    }

    @Test
    void aBeanThatSomebodyElseHasUnregisteredClosesWell() throws Exception {
        BufferStatsBean bean = BufferStatsBean.register(buffers, "peers");
        server.unregisterMBean(bean.objectName());
        bean.close();
        assertThat(server.isRegistered(bean.objectName())).isFalse();
    }

    @Test
    void leavesWhatIsThereInItsPlace() throws Exception {
        BufferStatsBean first = BufferStatsBean.register(buffers, "peers");
        server.unregisterMBean(first.objectName());
        try (BufferStatsBean second = BufferStatsBean.register(buffers, "peers")) {
            first.close();
            assertThat(server.isRegistered(second.objectName())).isTrue();
        }
        assertThat(server.isRegistered(first.objectName())).isFalse();
    }
}
