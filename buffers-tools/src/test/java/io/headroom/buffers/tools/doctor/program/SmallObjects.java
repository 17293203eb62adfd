package io.headroom.buffers.tools.doctor.program;

/** Allocates many objects of a few bytes each, out of buffers of their thread that are as large as they may be. */
public final class SmallObjects {
    private static volatile Object sink = "";

    private SmallObjects() {}

    public static void main(String[] arguments) {
        for (int i = 0; i < 3_000_000; i++) {
            sink = new byte[8];
        }
        System.out.println(sink);
    }
}
