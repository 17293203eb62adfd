package io.headroom.buffers;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.util.ReferenceCounted;
import io.netty.util.Version;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The build runs what touches Netty twice, with the newest Netty and with the oldest: this tells that each run had the one it is for. */
class NettyVersionTest {
    private static final String EXPECTED = System.getProperty("netty.expected");

    @Test
    void runsWithTheNettyThatThisRunIsFor() throws Exception {
        assertThat(EXPECTED).as("system property netty.expected").startsWith("4.");
        assertThat(Version.identify().get("netty-buffer").artifactVersion()).isEqualTo(EXPECTED);
        assertThat(Version.identify().get("netty-common").artifactVersion()).isEqualTo(EXPECTED);
        assertThat(jar(ByteBuf.class)).isEqualTo("netty-buffer-" + EXPECTED + ".jar");
        assertThat(jar(ReferenceCounted.class)).isEqualTo("netty-common-" + EXPECTED + ".jar");
    }

    private static String jar(Class<?> type) throws Exception {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI())
                .getFileName()
                .toString();
    }
}
