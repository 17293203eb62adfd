package io.headroom.buffers.examples.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class InboxTest {
    private static final Message PING = Message.of(MessageType.PING);

    private final Inbox inbox = new Inbox(4, 1000);
    private final AtomicInteger roomCount = new AtomicInteger();

    @Test
    void isFullByCountOrByBytes() {
        for (int i = 0; i < 4; i++) {
            assertThat(inbox.isFull()).isFalse();
            inbox.add(PING);
        }
        assertThat(inbox.isFull()).isTrue();
        assertThat(inbox.poll()).isSameAs(PING);
        assertThat(inbox.isFull()).isFalse();
        inbox.add(PING.withBody(new byte[1000]));
        inbox.poll();
        inbox.poll();
        inbox.poll();
        assertThat(inbox.isFull()).isTrue();
        inbox.poll();
        assertThat(inbox.isFull()).isFalse();
        assertThat(inbox.poll()).isNull();
    }

    @Test
    void tellsOfRoomOnceWhenHalfIsTaken() {
        for (int i = 0; i < 4; i++) {
            inbox.add(PING);
        }
        inbox.whenRoom(roomCount::incrementAndGet);
        inbox.poll();
        assertThat(roomCount).hasValue(0);
        inbox.poll();
        assertThat(roomCount).hasValue(1);
        inbox.poll();
        assertThat(roomCount).hasValue(1);
    }

    @Test
    void tellsOfRoomAtOnceWhenThereIsSome() {
        inbox.whenRoom(roomCount::incrementAndGet);
        assertThat(roomCount).hasValue(1);
    }

    @Test
    void takesOneReplyForEachIdThatIsWaitedFor() {
        inbox.expectReply(3);
        assertThat(inbox.offerReply(PING)).isFalse();
        assertThat(inbox.offerReply(PING.withId(4))).isFalse();
        assertThat(inbox.offerReply(PING.withId(3))).isTrue();
        assertThat(inbox.offerReply(PING.withId(3))).isFalse();
        inbox.forgetReply(3);
        assertThat(inbox.offerReply(PING.withId(3))).isFalse();
    }
}
