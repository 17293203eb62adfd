package io.headroom.buffers.framing;

import java.nio.charset.StandardCharsets;

/** Knows by their first bytes the protocols that end up on other people's ports. */
final class ForeignTraffic {
    /** Each protocol by the bytes with which its client begins. */
    private static final String[][] OPENINGS = {
        {"HTTP", "GET ", "POST ", "PUT ", "HEAD ", "OPTIONS ", "DELETE ", "PATCH ", "CONNECT ", "TRACE ", "HTTP/"},
        {"HTTP/2", "PRI * HTTP/2"},
        {
            "TLS",
            "\u0016\u0003\u0001",
            "\u0016\u0003\u0003",
            "\u0015\u0003\u0001",
            "\u0015\u0003\u0003",
            "\u0015\u0003\u0002"
        },
        {"SSH", "SSH-"},
        {"RDP", "\u0003\u0000\u0000"},
        {"the PROXY protocol", "PROXY ", "\r\n\r\n\0\r\nQUIT\n"},
        {"BitTorrent", "\u0013BitTorrent protocol"},
        {"Bitcoin", "\u00f9\u00be\u00b4\u00d9"},
        {"SMTP", "EHLO ", "HELO "},
        {"Redis", "*1\r\n", "*2\r\n", "*3\r\n"},
    };

    private ForeignTraffic() {}

    /** Returns "looks like X" or "may begin X", or an empty text if these first bytes are of no protocol known here. */
    static String guess(byte[] firstBytes) {
        String seen = new String(firstBytes, StandardCharsets.ISO_8859_1);
        for (String[] protocol : OPENINGS) {
            for (int i = 1; i < protocol.length; i++) {
                String opening = protocol[i];
                int common = Math.min(seen.length(), opening.length());
                if (common >= 2 && seen.regionMatches(0, opening, 0, common)) {
                    boolean sure = common >= 4 || common == opening.length();
                    return (sure ? "looks like " : "may begin ") + protocol[0];
                }
            }
        }
        return "";
    }
}
