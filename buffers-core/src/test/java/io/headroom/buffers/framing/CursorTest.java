package io.headroom.buffers.framing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** A cursor reads what the view holds, across its parts. */
class CursorTest {
    /** Twenty-one bytes, alone and in parts of four. */
    private static Bytes[] views() {
        ByteBuffer whole = ByteBuffer.allocate(26)
                .put((byte) -2)
                .putShort((short) 0x0102)
                .putInt(0x03040506)
                .putLong(0x0708090a0b0c0d0eL)
                .put((byte) 0xac)
                .put((byte) 0x02)
                .putShort((short) 0x1112)
                .putInt(7)
                .put((byte) 1)
                .put((byte) 2)
                .put((byte) 3)
                .flip();
        ByteBuffer[] parts = new ByteBuffer[7];
        for (int i = 0; i < parts.length; i++) {
            byte[] part = new byte[4];
            whole.duplicate().position(i * 4).get(part, 0, Math.min(4, 26 - i * 4));
            parts[i] = ByteBuffer.wrap(part);
        }
        return new Bytes[] {Bytes.of(whole), new BytesWindow().wrap(parts, 2, 0, 26)};
    }

    @Test
    void readsEachKindOfNumberInTurn() throws FrameException {
        for (Bytes bytes : views()) {
            Cursor cursor = bytes.cursor();
            assertThat(cursor.remaining()).isEqualTo(26);
            assertThat(cursor.readUnsignedByte()).isEqualTo(254);
            assertThat(cursor.readShort()).isEqualTo((short) 0x0102);
            assertThat(cursor.readInt()).isEqualTo(0x03040506);
            assertThat(cursor.readLong()).isEqualTo(0x0708090a0b0c0d0eL);
            assertThat(cursor.readVarint()).isEqualTo(300);
            assertThat(cursor.readShortLE()).isEqualTo((short) 0x1211);
            assertThat(cursor.readIntLE()).isEqualTo(7 << 24);
            assertThat(cursor.position()).isEqualTo(23);
            byte[] rest = new byte[4];
            cursor.readBytes(rest, 1, 1);
            cursor.readBytes(ByteBuffer.wrap(rest, 2, 1));
            assertThat(rest).containsExactly(0, 1, 2, 0);
            assertThat(cursor.skip(1).remaining()).isZero();
            assertThat(bytes.cursor()).isSameAs(cursor);
            assertThat(cursor.position()).isZero();
            assertThat(cursor.skip(7).readLongLE()).isEqualTo(0x0e0d0c0b0a090807L);
        }
    }

    @Test
    void staysWhereItIsAtAReadBeyondTheEnd() {
        for (Bytes bytes : views()) {
            Cursor cursor = bytes.cursor().skip(23);
            assertThatThrownBy(cursor::readInt).isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(cursor::readLong).isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> cursor.skip(4)).isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> cursor.skip(-1)).isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> cursor.readBytes(new byte[4], 0, 4)).isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> cursor.readBytes(ByteBuffer.allocate(4)))
                    .isInstanceOf(IndexOutOfBoundsException.class);
            assertThat(cursor.position()).isEqualTo(23);
            assertThat(cursor.readByte()).isEqualTo((byte) 1);
        }
    }

    @Test
    void refusesAVarintOfMoreThan64Bits() {
        byte[] bytes = {-1, -1, -1, -1, -1, -1, -1, -1, -1, 2};
        Cursor cursor = Bytes.of(bytes).cursor();
        assertThatThrownBy(cursor::readVarint).isInstanceOf(FrameException.class);
        assertThat(cursor.position()).isZero();
        bytes[9] = 1;
        assertThat(catchVarint(Bytes.of(bytes).cursor())).isEqualTo(-1);
    }

    /** Of each length, in one buffer of either order and across parts of sixteen bytes. */
    @Test
    void readsVarintsOfEveryLengthAtEveryPlace() throws FrameException {
        SplittableRandom random = new SplittableRandom(11);
        ByteBuffer written = ByteBuffer.allocate(1 << 16);
        List<Long> values = new ArrayList<>();
        while (written.remaining() > 16) {
            int bits = 1 + random.nextInt(Long.SIZE);
            long value = random.nextInt(4) == 0 ? -1L >>> (Long.SIZE - bits) : random.nextLong() >>> (Long.SIZE - bits);
            values.add(value);
            for (long left = value; ; left >>>= 7) {
                if ((left & ~0x7fL) == 0) {
                    written.put((byte) left);
                    break;
                }
                written.put((byte) (left | 0x80));
            }
        }
        int length = written.flip().remaining();
        ByteBuffer[] parts = new ByteBuffer[(length + 15) / 16];
        for (int i = 0; i < parts.length; i++) {
            parts[i] = ByteBuffer.allocate(16);
            parts[i].put(written.duplicate()
                            .limit(Math.min(length, (i + 1) * 16))
                            .position(i * 16))
                    .clear();
        }
        for (Bytes bytes : List.of(
                Bytes.of(written),
                Bytes.of(written.duplicate().order(ByteOrder.LITTLE_ENDIAN)),
                new BytesWindow().wrap(parts, 4, 0, length))) {
            Cursor cursor = bytes.cursor();
            for (long value : values) {
                assertThat(cursor.readVarint()).isEqualTo(value);
            }
            assertThat(cursor.remaining()).isZero();
            assertThatThrownBy(cursor::readVarint).isInstanceOf(IndexOutOfBoundsException.class);
        }
    }

    private static long catchVarint(Cursor cursor) {
        try {
            return cursor.readVarint();
        } catch (FrameException e) {
            throw new AssertionError(e);
        }
    }
}
