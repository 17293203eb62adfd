package io.headroom.buffers;

import static org.assertj.core.api.Assertions.assertThat;

import io.headroom.buffers.memory.Slab;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A connection that waits for memory while another thread takes and gives back the last slab. */
class WakeUpRaceTest {
    private static final int SLAB = 4096;
    private static final int SLABS = 8;

    @Test
    @Timeout(60)
    void losesNoWakeUpHoweverReleaseAndRegistrationMeet() throws Exception {
        MessageBuffers buffers = MessageBuffers.builder()
                .slabBytes(SLAB)
                .memoryLimit(SLABS * SLAB)
                .lanes(false)
                .build();
        ReadBuffer in =
                buffers.connection("peer").limits(ReadLimits.maxFrame(SLAB)).open();
        List<Slab> hoard = new ArrayList<>();
        while (hoard.size() < SLABS - 1) {
            hoard.add(buffers.pool().tryLease(SLAB));
        }
        byte[] frame = {0, 0, 0, 1, 7};
        int rounds = 100_000;
        Semaphore turn = new Semaphore(0);
        Thread other = new Thread(() -> {
            for (int i = 0; i < rounds; i++) {
                turn.acquireUninterruptibly();
                Slab slab = buffers.pool().tryLease(SLAB);
                if (slab != null) {
                    Thread.onSpinWait();
                    slab.release();
                }
            }
        });
        other.start();
        Semaphore readable = new Semaphore(0);
        ChunkChannel channel = new ChunkChannel();
        for (int i = 0; i < rounds; i++) {
            turn.release();
            channel.has(frame);
            while (in.drain(channel, given -> Next.CONTINUE) == ReadStatus.PAUSED) {
                in.whenReadable(readable::release);
                readable.acquire();
            }
        }
        other.join();
        assertThat(in.frameCount()).isEqualTo(rounds);
        in.close();
        hoard.forEach(Slab::release);
        assertThat(buffers.pool().leasedBytes()).isZero();
        buffers.close();
    }
}
