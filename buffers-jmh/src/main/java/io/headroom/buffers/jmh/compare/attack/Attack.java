package io.headroom.buffers.jmh.compare.attack;

import io.headroom.buffers.jmh.compare.wire.WireForm;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/** A way of attacking. */
public enum Attack {
    /** Declares the longest message and sends hardly more than that. */
    LYING_HEADER(20, 1, false, "declare the longest message, send 20 bytes and stay"),

    /** Declares the longest message and sends it a byte at a time. */
    TRICKLE(1, 0.1, false, "send the longest message, one byte every %s s"),

    /** Sends half of the longest message. */
    HALF_FRAMES(WireForm.frameLength(WireForm.MAX_DATA) / 2, 1, false, "send half of the longest message and stay"),

    /** Speaks another protocol, or none. */
    FOREIGN(Integer.MAX_VALUE, 1, true, "send HTTP, TLS or random bytes, and when refused the same again %s s later");

    private static final int SEED = 1;
    private static final int GARBAGE_BYTES = 256;
    private static final String CLIENT_HELLO = "16030100c8010000c40303" + "5f".repeat(32) + "20" + "a7".repeat(32)
            + "0062130213031301c02cc030009fcca9cca8ccaac02bc02f009ec024c028006bc023c0270067c00ac0140039";

    private final int bytesAtOnce;
    private final double usualIntervalSeconds;
    private final boolean comesBack;
    private final String what;

    Attack(int bytesAtOnce, double usualIntervalSeconds, boolean comesBack, String what) {
        this.bytesAtOnce = bytesAtOnce;
        this.usualIntervalSeconds = usualIntervalSeconds;
        this.comesBack = comesBack;
        this.what = what;
    }

    /** Returns the name that options and tables have for it. */
    public String title() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns what each attacker does, in a few words. */
    public String what(String intervalSeconds) {
        return String.format(Locale.ROOT, what, intervalSeconds);
    }

    /** Returns the time between two turns of an attacker, unless set otherwise. */
    public double usualIntervalSeconds() {
        return usualIntervalSeconds;
    }

    /** Returns the names of all attacks. */
    public static List<String> titles() {
        return Arrays.stream(values()).map(Attack::title).toList();
    }

    /**
     * Returns the attack of a name.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static Attack titled(String title) {
        return Arrays.stream(values())
                .filter(attack -> attack.title().equals(title))
                .findFirst()
                .orElseThrow(
                        () -> new IllegalArgumentException("no attack \"" + title + "\": expected one of " + titles()));
    }

    /** Returns how many bytes are sent when a connection is made. */
    int bytesAtOnce() {
        return bytesAtOnce;
    }

    /** Returns whether one byte more is sent after each interval. */
    boolean isTrickle() {
        return this == TRICKLE;
    }

    /** Returns whether an attacker whose connection was closed makes another one after an interval. */
    boolean comesBack() {
        return comesBack;
    }

    /** Returns the bytes that attackers send from, in turn: the first one those of the first, and so on. */
    List<ByteBuffer> streams() {
        return this == FOREIGN ? List.of(http(), tls(), garbage()) : List.of(longest());
    }

    private static ByteBuffer longest() {
        ByteBuffer frame = ByteBuffer.allocateDirect(WireForm.frameLength(WireForm.MAX_DATA));
        WireForm.encode(1, new byte[WireForm.MAX_DATA], frame);
        return frame.flip();
    }

    private static ByteBuffer http() {
        return direct("GET / HTTP/1.1\r\nHost: localhost\r\nUser-Agent: probe\r\nAccept: */*\r\n\r\n"
                .getBytes(StandardCharsets.US_ASCII));
    }

    private static ByteBuffer tls() {
        return direct(HexFormat.of().parseHex(CLIENT_HELLO));
    }

    private static ByteBuffer garbage() {
        byte[] garbage = new byte[GARBAGE_BYTES];
        new SplittableRandom(SEED).nextBytes(garbage);
        return direct(garbage);
    }

    private static ByteBuffer direct(byte[] bytes) {
        return ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
    }
}
