package io.headroom.buffers;

import io.headroom.buffers.framing.Bytes;
import io.headroom.buffers.framing.FrameException;
import io.headroom.buffers.framing.Framing;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What is to come of a stream, by the plainest means: all bytes in one array, headers measured byte by byte. */
final class ReferenceDecoder {
    final List<String> events = new ArrayList<>();

    /** Bytes of the frame that has begun at the end; 0 at a frame's end or after an error. */
    int pending;

    ReferenceDecoder(byte[] stream, Framing framing, ReadLimits limits, Script script) {
        try {
            int at = 0;
            while (at < stream.length) {
                long answer = Framing.more(1);
                int seen = 0;
                while (Framing.moreOf(answer) > 0 && at + seen < stream.length) {
                    answer = framing.measure(Bytes.of(ByteBuffer.wrap(stream, at, ++seen)));
                }
                Bytes head = Bytes.of(ByteBuffer.wrap(stream, at, seen));
                if (Framing.moreOf(answer) > 0) {
                    pending = seen;
                    return;
                }
                if (Framing.discardOf(answer) > 0) {
                    at += Framing.discardOf(answer);
                    continue;
                }
                if (answer < seen) {
                    throw FrameException.lengthUnderflow(answer, head);
                }
                boolean kept = decide(answer, framing.limited(head, answer), limits, script, head);
                if (answer > stream.length - at) {
                    pending = kept ? stream.length - at : 0;
                    return;
                }
                int end = at + (int) answer;
                int payload = at + framing.payloadStart(head);
                if (kept) {
                    events.add(Script.frame(Arrays.copyOfRange(stream, payload, end)));
                }
                framing = framing.next(head);
                at = end;
            }
        } catch (FrameException e) {
            events.add(Script.error(e));
        }
    }

    List<String> eventsWithoutSkips() {
        List<String> seen = new ArrayList<>(events);
        seen.removeIf(event -> event.startsWith("skipped"));
        return seen;
    }

    /** Returns whether the frame is held until it is whole. */
    private boolean decide(long length, long counted, ReadLimits limits, Script script, Bytes head)
            throws FrameException {
        boolean tooLong = counted > limits.maxFrame();
        Delivery delivery = counted > limits.maxStreamed() ? Delivery.WHOLE : script.delivery(length);
        if (delivery == Delivery.PARTS) {
            events.add(Script.parts(length));
            return false;
        }
        if (delivery == Delivery.WHOLE && !tooLong) {
            return true;
        }
        if (tooLong && delivery == Delivery.WHOLE && !limits.skipsTooLong()) {
            long limit = counted > limits.maxStreamed() ? limits.maxStreamed() : limits.maxFrame();
            throw FrameException.tooLarge(counted, limit, head);
        }
        events.add(Script.skipped(counted));
        return false;
    }
}
