package io.headroom.buffers.jmh.compare.flight;

/** A process that allocates known numbers of humongous arrays and collects known numbers of times, before, in and after a phase. */
final class Allocating {
    static final String PHASE = "the phase";
    static final int ARRAYS = 17;
    static final int COLLECTIONS = 3;

    /** With regions of 1 MiB the largest ordinary array has 524,272 bytes. */
    static final int HUMONGOUS_BYTES = 524_273;

    /** Keeps arrays from being optimised away. */
    private static volatile byte[] sink = {};

    private Allocating() {}

    public static void main(String[] arguments) {
        allocate(HUMONGOUS_BYTES, 5);
        System.gc();
        PhaseEvent phase = new PhaseEvent(PHASE);
        phase.begin();
        allocate(HUMONGOUS_BYTES, ARRAYS);
        allocate(HUMONGOUS_BYTES - 1, 5);
        for (int i = 0; i < COLLECTIONS; i++) {
            System.gc();
        }
        phase.commit();
        allocate(HUMONGOUS_BYTES, 5);
        System.gc();
        System.out.println(sink.length);
    }

    private static void allocate(int bytes, int count) {
        for (int i = 0; i < count; i++) {
            sink = new byte[bytes];
        }
    }
}
