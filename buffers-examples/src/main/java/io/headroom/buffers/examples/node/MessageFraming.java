package io.headroom.buffers.examples.node;

import io.headroom.buffers.framing.Bytes;
import io.headroom.buffers.framing.FrameException;
import io.headroom.buffers.framing.Framing;

/**
 * The wire form {@code magic(4) type(4) hasId(1) [id(4)] dataSize(4) [checksum(4) data]}, big-endian.
 *
 * <p>The checksum is there only if {@code dataSize} is over 0. A wrong magic, an id that is not positive and a negative size are refused as
 * soon as they can be read; the limit of the size is the connection's and compared with {@code dataSize} alone.
 *
 * <p><b>Threads</b>: immutable.
 */
final class MessageFraming implements Framing {
    /** "HNOD". */
    static final int MAGIC = 0x484e_4f44;

    /** The longest data that the protocol allows. */
    static final int MAX_DATA_BYTES = 10 * 1024 * 1024;

    /** The longest header, checksum not included. */
    static final int HEADER_BYTES = 17;

    private static final byte[] MAGIC_BYTES = {0x48, 0x4e, 0x4f, 0x44};
    private static final int TYPE_AT = 4;
    private static final int HAS_ID_AT = 8;
    private static final int ID_AT = 9;
    private static final int SIZE_AT_WITH_ID = ID_AT + Integer.BYTES;

    @Override
    public long measure(Bytes head) throws FrameException {
        int known = head.length();
        if (known < TYPE_AT) {
            return Framing.more(TYPE_AT - known);
        }
        if (head.getInt(0) != MAGIC) {
            throw FrameException.badMagic(MAGIC_BYTES, head);
        }
        if (known < ID_AT) {
            return Framing.more(ID_AT - known);
        }
        int sizeAt = sizeAt(head);
        if (known < sizeAt) {
            return Framing.more(sizeAt - known);
        }
        if (hasId(head) && head.getInt(ID_AT) <= 0) {
            throw FrameException.malformed("has id " + head.getInt(ID_AT) + ", expected 1 or more", head);
        }
        if (known < sizeAt + Integer.BYTES) {
            return Framing.more(sizeAt + Integer.BYTES - known);
        }
        int size = head.getInt(sizeAt);
        if (size < 0) {
            throw FrameException.negativeLength(size, head);
        }
        return (long) dataStart(head) + size;
    }

    @Override
    public int maxHeader() {
        return HEADER_BYTES;
    }

    @Override
    public int payloadStart(Bytes head) {
        return dataStart(head);
    }

    @Override
    public long limited(Bytes head, long length) {
        return dataSize(head);
    }

    /** Returns the number of the type. */
    static int type(Bytes head) {
        return head.getInt(TYPE_AT);
    }

    /** Returns whether an id follows the type: any byte but 0 says so. */
    static boolean hasId(Bytes head) {
        return head.getByte(HAS_ID_AT) != 0;
    }

    /** Returns the id, or {@link Message#NO_ID}. */
    static int id(Bytes head) {
        return hasId(head) ? head.getInt(ID_AT) : Message.NO_ID;
    }

    /** Returns how many bytes of data follow. */
    static int dataSize(Bytes head) {
        return head.getInt(sizeAt(head));
    }

    /** Returns where the data begins; behind the checksum, if there is data. */
    static int dataStart(Bytes head) {
        return sizeAt(head) + Integer.BYTES + (dataSize(head) > 0 ? Checksum.LENGTH : 0);
    }

    private static int sizeAt(Bytes head) {
        return hasId(head) ? SIZE_AT_WITH_ID : ID_AT;
    }
}
