package io.headroom.buffers.tools.decode;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.headroom.buffers.framing.FrameException;
import java.io.PrintWriter;
import java.util.HexFormat;

/** An object in a line of its own for each frame and for the end, so that a stream without end can be read too. */
final class JsonReport implements Report {
    private final ObjectMapper mapper = new ObjectMapper();
    private final PrintWriter out;

    JsonReport(PrintWriter out) {
        this.out = out;
    }

    @Override
    public void frame(long number, long offset, long length, byte[] sha256) {
        out.println(mapper.createObjectNode()
                .put("frame", number)
                .put("offset", offset)
                .put("length", length)
                .put("sha256", HexFormat.of().formatHex(sha256)));
    }

    @Override
    public void fault(FrameException fault, long offset, Window.Excerpt around) {
        ObjectNode line = mapper.createObjectNode();
        line.putObject("error")
                .put("kind", fault.kind().name())
                .put("offset", offset)
                .put("declared", fault.declared())
                .put("limit", fault.limit())
                .put("received", fault.received())
                .put("message", fault.getMessage())
                .put("bytesFrom", around.offset())
                .put("bytes", HexFormat.of().formatHex(around.bytes().toByteArray()));
        out.println(line);
    }

    @Override
    public void end(long frames, long bytes) {
        ObjectNode line = mapper.createObjectNode();
        line.putObject("end").put("frames", frames).put("bytes", bytes);
        out.println(line);
    }
}
