package io.headroom.buffers.tools.decode;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.headroom.buffers.framing.FrameException;
import java.io.IOException;
import java.util.HexFormat;

/** An object in a line of its own for each frame and for the end, so that a stream without end can be read too. */
final class JsonReport implements Report {
    private final ObjectMapper mapper = new ObjectMapper();
    private final Output out;

    JsonReport(Output out) {
        this.out = out;
    }

    @Override
    public void frame(long number, long offset, long length, byte[] sha256) {
        out.line(mapper.createObjectNode()
                .put("frame", number)
                .put("offset", offset)
                .put("length", length)
                .put("sha256", HexFormat.of().formatHex(sha256))
                .toString());
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
        out.line(line.toString());
    }

    @Override
    public void end(long frames, long bytes) {
        ObjectNode line = mapper.createObjectNode();
        line.putObject("end").put("frames", frames).put("bytes", bytes);
        out.line(line.toString());
    }

    @Override
    public void flush() throws IOException {
        out.flush();
    }
}
