package io.headroom.buffers.tools.doctor.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.headroom.buffers.tools.doctor.diagnosis.Diagnosis;
import io.headroom.buffers.tools.doctor.diagnosis.PauseSummary;
import io.headroom.buffers.tools.doctor.evidence.Answer;
import io.headroom.buffers.tools.doctor.evidence.Collected;
import io.headroom.buffers.tools.doctor.evidence.Evidence;
import io.headroom.buffers.tools.doctor.evidence.Host;
import io.headroom.buffers.tools.doctor.evidence.Jvm;
import io.headroom.buffers.tools.doctor.evidence.Pause;
import io.headroom.buffers.tools.doctor.evidence.Version;
import java.util.List;
import java.util.Objects;

/**
 * Diagnoses as JSON: an array with an object for each. A figure is {@code {"value": …}}, with a {@code "note"} if something limits it, or
 * {@code {"unknown": "the reason"}}; sizes are in bytes, pauses in milliseconds, times in seconds from the beginning.
 */
public final class JsonReport {
    private static final ObjectMapper MAPPER = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    private JsonReport() {}

    /** Returns the JSON of all diagnoses. */
    public static String of(List<Diagnosis> diagnoses) {
        ArrayNode all = MAPPER.createArrayNode();
        diagnoses.forEach(diagnosis -> all.add(tree(diagnosis)));
        try {
            return MAPPER.writeValueAsString(all);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree can always be written", e);
        }
    }

    private static ObjectNode tree(Diagnosis diagnosis) {
        Evidence evidence = diagnosis.evidence();
        ObjectNode node = MAPPER.createObjectNode();
        node.set("source", MAPPER.valueToTree(evidence.source()));
        node.put("verdict", diagnosis.verdict().name());
        node.set("findings", MAPPER.valueToTree(diagnosis.findings()));
        node.set("remedies", MAPPER.valueToTree(diagnosis.remedies()));
        node.set("gaps", MAPPER.valueToTree(diagnosis.gaps()));
        node.set("recipe", MAPPER.valueToTree(diagnosis.recipe()));
        put(node, "seconds", evidence.seconds());
        node.set("jvm", jvm(evidence.jvm()));
        put(node, "collections", evidence.collections().map(JsonReport::collections));
        put(node, "pauses", evidence.pauses().map(pauses -> pauses(pauses, evidence.seconds())));
        ObjectNode humongous = node.putObject("humongous");
        put(humongous, "count", evidence.humongous().count());
        put(humongous, "bySize", evidence.humongous().bySize());
        put(humongous, "sites", evidence.humongous().sites());
        put(node, "oldBytes", evidence.oldBytes());
        node.set("host", host(evidence.host()));
        return node;
    }

    private static ObjectNode jvm(Jvm jvm) {
        ObjectNode node = MAPPER.createObjectNode();
        put(node, "version", jvm.version().map(Version::text));
        put(node, "collector", jvm.collector());
        put(node, "arguments", jvm.arguments());
        put(node, "regionBytes", jvm.heap().regionBytes());
        put(node, "humongousAboveBytes", jvm.heap().thresholdBytes());
        put(node, "maxHeapBytes", jvm.heap().maxBytes());
        put(node, "arrayHeaderBytes", jvm.heap().arrayHeaderBytes());
        return node;
    }

    private static ObjectNode collections(Collected collected) {
        ObjectNode node = MAPPER.createObjectNode();
        node.put("count", collected.count());
        node.put("humongousShare", collected.share(collected.humongous()));
        node.set("byCause", MAPPER.valueToTree(collected.byCause()));
        node.set("fullByCause", MAPPER.valueToTree(collected.fullByCause()));
        node.put("concurrentCycles", collected.concurrentCycles());
        return node;
    }

    private static ObjectNode pauses(List<Pause> pauses, Answer<Double> seconds) {
        PauseSummary all = PauseSummary.of(pauses, seconds);
        ObjectNode node = MAPPER.createObjectNode();
        node.put("count", all.count());
        node.put("totalMillis", all.totalMillis());
        node.put("meanMillis", all.meanMillis());
        node.put("maxMillis", all.maxMillis());
        put(node, "share", all.share());
        if (seconds.isKnown()) {
            node.set("timeline", MAPPER.valueToTree(Timeline.of(pauses, seconds.get())));
        }
        return node;
    }

    private static ObjectNode host(Host host) {
        ObjectNode node = MAPPER.createObjectNode();
        put(node, "load", host.load());
        put(node, "ownLoad", host.ownLoad());
        put(node, "freeBytes", host.freeBytes());
        put(node, "memoryBytes", host.memoryBytes());
        return node;
    }

    private static void put(ObjectNode to, String name, Answer<?> answer) {
        ObjectNode node = to.putObject(name);
        if (!answer.isKnown()) {
            node.put("unknown", answer.note());
            return;
        }
        node.set("value", MAPPER.valueToTree(Objects.requireNonNull(answer.known())));
        if (!answer.note().isEmpty()) {
            node.put("note", answer.note());
        }
    }
}
