package io.headroom.buffers.tools.doctor.diagnosis;

import io.headroom.buffers.tools.doctor.evidence.Evidence;
import io.headroom.buffers.tools.doctor.evidence.Site;
import io.headroom.buffers.tools.doctor.evidence.Site.Certainty;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The line of code to replace, and what to replace it with. */
final class LibraryRemedies {
    private static final String BYTES = "byte[]";
    private static final int MOST_SHOWN = 3;

    private LibraryRemedies() {}

    static List<Remedy> of(Evidence evidence) {
        List<Remedy> remedies = new ArrayList<>();
        List<Site> sites = evidence.humongous().sites().or(List.of());
        List<Site> lines = sites.stream().filter(Site::hasStack).toList();
        if (!lines.isEmpty()) {
            remedies.add(callSite(lines));
        }
        boolean isBytes = sites.isEmpty()
                || sites.stream()
                        .limit(MOST_SHOWN)
                        .anyMatch(site -> site.objectClass().equals(BYTES));
        if (isBytes) {
            remedies.add(settings(evidence, sites));
        }
        return remedies;
    }

    private static Remedy callSite(List<Site> sites) {
        Site first = sites.get(0);
        boolean isCertain = first.certainty() == Certainty.CERTAIN;
        List<String> steps = new ArrayList<>();
        steps.add(
                isCertain
                        ? "every object counted there was above the threshold"
                        : "samples only: it is the most likely place, not a certain one");
        steps.add("allocate what a message needs when its length is known, or read into pooled slabs as below");
        sites.stream()
                .skip(1)
                .limit(MOST_SHOWN - 1)
                .forEach(site -> steps.add("then " + site.line() + " (" + Numbers.whole(site.count()) + ")"));
        List<String> stack = first.stack().stream().map(line -> "at " + line).toList();
        return new Remedy("Replace the allocation at " + first.line(), steps, stack);
    }

    private static Remedy settings(Evidence evidence, List<Site> sites) {
        long header = evidence.jvm().heap().arrayHeaderBytes().or(16);
        long object = sites.stream()
                .filter(site -> site.objectClass().equals(BYTES))
                .mapToLong(Site::largest)
                .max()
                .orElse(0);
        if (object == 0) {
            object = evidence.humongous()
                    .bySize()
                    .map(sizes -> sizes.isEmpty() ? 0L : sizes.lastKey())
                    .or(0L);
        }
        List<String> steps = new ArrayList<>();
        List<String> code = new ArrayList<>();
        code.add("MessageBuffers buffers = MessageBuffers.builder().build(); // one for the node");
        code.add("ReadBuffer in = buffers.connection(peer)");
        code.add("        .framing(LengthField.ofBytes(4)) // the header of your protocol");
        if (object > 0) {
            long frame = object - header;
            code.add("        .limits(ReadLimits.maxFrame(" + grouped(frame) + ")) // the largest message");
            steps.add("the largest array found has " + Numbers.whole(frame)
                    + " bytes, or up to 7 less: if it was sized by the largest " + "message, that is the limit");
        } else {
            code.add("        .limits(ReadLimits.maxFrame(bytes)) // the largest message");
        }
        code.add("        .open();");
        steps.add(
                evidence.jvm()
                        .heap()
                        .maxBytes()
                        .map(bytes -> "memory of all connections together: a quarter of the heap unless set, here "
                                + Numbers.size(bytes / 4.0) + "; MessageBuffers.Builder.memoryLimit changes it")
                        .or(
                                "memory of all connections together: a quarter of the heap unless MessageBuffers.Builder.memoryLimit is set"));
        steps.add(
                "slabs of 64 KiB outside the heap: none is humongous at any region size, and an idle connection holds none");
        return new Remedy("Read with Headroom", steps, code);
    }

    private static String grouped(long value) {
        return String.format(Locale.ROOT, "%,d", value).replace(',', '_');
    }
}
