package io.headroom.buffers.tools.doctor.program;

/** Allocates known numbers of humongous arrays, at regions of 1 MiB, and ordinary ones just below the threshold. */
public final class KnownArrays {
    public static final int SMALLER = 40;
    public static final int LARGER = 25;
    public static final int ORDINARY = 30;
    public static final int SMALLER_BYTES = 600_000;
    public static final int LARGER_BYTES = 700_000;

    /** With regions of 1 MiB and a header of 16 bytes the largest array that is ordinary. */
    public static final int ORDINARY_BYTES = 524_272;

    /** Keeps arrays from being optimised away. */
    private static volatile byte[] sink = {};

    private KnownArrays() {}

    public static void main(String[] arguments) {
        for (int i = 0; i < SMALLER; i++) {
            smaller();
        }
        for (int i = 0; i < LARGER; i++) {
            larger();
        }
        for (int i = 0; i < ORDINARY; i++) {
            sink = new byte[ORDINARY_BYTES];
        }
        System.out.println(sink.length);
    }

    private static void smaller() {
        sink = new byte[SMALLER_BYTES];
    }

    private static void larger() {
        sink = new byte[LARGER_BYTES];
    }
}
