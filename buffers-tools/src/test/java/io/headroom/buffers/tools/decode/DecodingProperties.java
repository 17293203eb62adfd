package io.headroom.buffers.tools.decode;

import static org.assertj.core.api.Assertions.assertThat;

import io.headroom.buffers.tools.decode.Captures.Capture;
import java.util.SplittableRandom;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

class DecodingProperties {
    @Provide
    Arbitrary<Capture> captures() {
        return Arbitraries.of(Captures.ALL);
    }

    /** What begins as a capture and goes on with one byte changed, and then with whatever comes. */
    @Property(tries = 500)
    void printsTheSameForDamagedBytes(
            @ForAll @From("captures") Capture capture,
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 90) int chunk)
            throws Exception {
        SplittableRandom random = new SplittableRandom(seed);
        byte[] start = Captures.bytes(capture);
        byte[] bytes = new byte[start.length + random.nextInt(200)];
        random.nextBytes(bytes);
        System.arraycopy(start, 0, bytes, 0, start.length);
        bytes[random.nextInt(start.length)] = (byte) random.nextInt();
        assertThat(Captures.decode(capture.framing(), bytes, chunk, true))
                .isEqualTo(Captures.decode(capture.framing(), bytes, 1 << 20, true));
    }
}
