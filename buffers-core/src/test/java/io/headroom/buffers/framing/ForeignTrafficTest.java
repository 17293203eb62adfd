package io.headroom.buffers.framing;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which protocol an error takes foreign bytes for. */
class ForeignTrafficTest {
    private static String message(byte[] head) {
        return FrameException.tooLarge(Long.MAX_VALUE, 1 << 20, Bytes.of(head)).getMessage();
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    @ParameterizedTest
    @CsvSource({
        "GET / HTTP/1.1, HTTP",
        "POST /x HTTP/1.1, HTTP",
        "PUT /x HTTP/1.1, HTTP",
        "HEAD / HTTP/1.0, HTTP",
        "OPTIONS * HTTP/1.1, HTTP",
        "DELETE /x HTTP/1.1, HTTP",
        "PATCH /x HTTP/1.1, HTTP",
        "CONNECT a:443 HTTP/1.1, HTTP",
        "TRACE / HTTP/1.1, HTTP",
        "HTTP/1.1 400 Bad Request, HTTP",
        "PRI * HTTP/2.0, HTTP/2",
        "SSH-2.0-OpenSSH_9.6, SSH",
        "PROXY TCP4 1.2.3.4 5.6.7.8 1 2, the PROXY protocol",
        "EHLO example.org, SMTP",
        "HELO example.org, SMTP",
    })
    void knowsTextProtocolsByFourBytesAndGuessesAtTwo(String opening, String protocol) {
        byte[] bytes = ascii(opening);
        for (int length = 4; length <= bytes.length; length++) {
            assertThat(message(Arrays.copyOf(bytes, length))).endsWith("; looks like " + protocol);
        }
        for (int length = 2; length < 4; length++) {
            assertThat(message(Arrays.copyOf(bytes, length)))
                    .contains("; may begin ")
                    .doesNotContain("looks like");
        }
        assertThat(message(Arrays.copyOf(bytes, 1))).doesNotContain("looks like", "may begin");
    }

    @ParameterizedTest
    @CsvSource({
        "1603010200010001fc03, TLS",
        "16030101, TLS",
        "1603030045, TLS",
        "15030100020246, TLS",
        "15030300020228, TLS",
        "0300002b26e00000, RDP",
        "13426974546f7272656e742070726f746f636f6c, BitTorrent",
        "f9beb4d976657273, Bitcoin",
        "0d0a0d0a000d0a515549540a, the PROXY protocol",
        "2a310d0a2434, Redis",
        "2a330d0a24330d0a, Redis",
    })
    void knowsBinaryProtocols(String hex, String protocol) {
        byte[] bytes = Answer.bytes(hex);
        assertThat(message(bytes)).endsWith("; looks like " + protocol);
        assertThat(message(Arrays.copyOf(bytes, 4))).endsWith("; looks like " + protocol);
        assertThat(message(Arrays.copyOf(bytes, 2))).endsWith("; may begin " + protocol);
        assertThat(message(Arrays.copyOf(bytes, 1))).doesNotContain("looks like", "may begin");
    }

    /** Public report elastic/elasticsearch#12355: probes cut off before the verb is whole. */
    @ParameterizedTest
    @CsvSource({
        "GE, HTTP",
        "GET, HTTP",
        "PO, HTTP",
        "POS, HTTP",
        "PUT, HTTP",
        "HEA, HTTP",
        "OP, HTTP",
        "OPT, HTTP",
        "DE, HTTP",
        "PRI, HTTP/2",
        "SSH, SSH",
        "PRO, the PROXY protocol"
    })
    void shortPrefixSaysWhatItMayBegin(String opening, String protocol) {
        FrameException error = FrameException.truncated(opening.length(), 4, Bytes.of(ascii(opening)));
        assertThat(error.getMessage()).endsWith("\"" + opening + "\"; may begin " + protocol);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "00",
                "0000",
                "000000",
                "00000000",
                "00000005",
                "05000000",
                "0000303a",
                "ffffffff",
                "7fffffff",
                "fffffffc",
                "80808080",
                "72746275",
                "0301",
                "03000100",
                "160300ff",
                "160401ff",
                "47",
                "4745ff",
                "50",
                "5353482e",
                "13426975",
                "f9beb4d8",
                "4745542f",
                "2a34",
                "68656c6c6f"
            })
    void guessesAtNothingThatOnlyLooksAlike(String hex) {
        byte[] head = Answer.bytes(hex);
        assertThat(message(head)).doesNotContain("may begin", "looks like");
    }

    @ParameterizedTest
    @ValueSource(strings = {"get / http/1.1", "GETTING", "HEADER", "PUTTY", "POSTAL"})
    void wordsThatBeginLikeAVerbAreNoVerb(String text) {
        assertThat(message(ascii(text))).doesNotContain("may begin", "looks like");
    }
}
