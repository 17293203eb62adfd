package io.headroom.buffers.tools.tap;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintWriter;
import java.net.SocketAddress;
import org.HdrHistogram.HistogramIterationValue;

/** An object in each line: where it listens, figures and new faults again and again, and at the end the histogram and the advice too. */
final class JsonView implements View {
    private final ObjectMapper mapper = new ObjectMapper();
    private final PrintWriter out;

    JsonView(PrintWriter out) {
        this.out = out;
    }

    private void print(ObjectNode line) {
        out.println(line);
        out.flush();
    }

    @Override
    public void listens(SocketAddress address) {
        print(mapper.createObjectNode().put("listening", address.toString().replaceFirst("^/", "")));
    }

    @Override
    public void shows(Relay relay, double seconds) {
        print(figures(relay, seconds, false));
    }

    @Override
    public void ends(Relay relay, double seconds) {
        print(figures(relay, seconds, true));
    }

    private ObjectNode figures(Relay relay, double seconds, boolean isLast) {
        ObjectNode line = mapper.createObjectNode()
                .put("seconds", seconds)
                .put("last", isLast)
                .put("connections", relay.accepted())
                .put("open", relay.open())
                .put("unreachable", relay.unreachable())
                .put("whyUnreachable", relay.whyUnreachable());
        add(line.putObject("clientToServer"), relay.fromClients(), relay.most(), isLast);
        add(line.putObject("serverToClient"), relay.fromServers(), relay.most(), isLast);
        return line;
    }

    private static void add(ObjectNode node, Traffic traffic, int connections, boolean isLast) {
        node.put("frames", traffic.frames())
                .put("bytes", traffic.bytes())
                .put("least", traffic.least())
                .put("median", traffic.percentile(50))
                .put("p99", traffic.percentile(99))
                .put("greatest", traffic.greatest())
                .put("notFollowed", traffic.faultCount());
        ArrayNode faults = node.putArray("faults");
        traffic.takeFaults().forEach(faults::add);
        if (isLast) {
            ArrayNode histogram = node.putArray("histogram");
            for (HistogramIterationValue bucket : traffic.sizes().logarithmicBucketValues(1, 2)) {
                if (bucket.getCountAddedInThisIterationStep() > 0) {
                    histogram
                            .addObject()
                            .put("upTo", bucket.getValueIteratedTo())
                            .put("count", bucket.getCountAddedInThisIterationStep());
                }
            }
            ArrayNode advice = node.putArray("advice");
            for (Advice.Setting setting : Advice.of(traffic, connections)) {
                advice.addObject()
                        .put("setting", setting.name())
                        .put("bytes", setting.value())
                        .put("reason", setting.reason());
            }
        }
    }
}
