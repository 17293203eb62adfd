package io.headroom.buffers.tools.doctor.diagnosis;

import io.headroom.buffers.tools.doctor.evidence.Jvm;
import io.headroom.buffers.tools.doctor.evidence.Version;
import java.util.List;

/** What is different about humongous objects from one JDK and collector to the next. A difference is one more line here. */
final class VersionAdvice {
    private record Line(int fromFeature, int fromUpdate, int beforeFeature, int beforeUpdate, String text) {
        boolean isFor(Version version) {
            return isAtLeast(version, fromFeature, fromUpdate) && !isAtLeast(version, beforeFeature, beforeUpdate);
        }

        private static boolean isAtLeast(Version version, int feature, int update) {
            return version.feature() > feature || (version.feature() == feature && version.update() >= update);
        }
    }

    private static final List<Line> LINES = List.of(
            new Line(
                    0,
                    0,
                    8,
                    60,
                    "before JDK 8u60 humongous objects are freed by a whole marking or a full collection only: update the JDK "
                            + "first"),
            new Line(
                    8,
                    60,
                    999,
                    0,
                    "young collections free humongous arrays of bytes that nothing refers to, so they do not pile up; each still "
                            + "takes whole regions until then"),
            new Line(0, 0, 18, 0, "regions have 32m at most before JDK 18"),
            new Line(18, 0, 999, 0, "regions may have up to 512m from JDK 18 on"));

    private VersionAdvice() {}

    /** Returns what holds for a JVM; for a collector without regions only that. */
    static List<String> of(Jvm jvm) {
        if (jvm.isWithoutRegions()) {
            return List.of("the collector is " + jvm.collector().get() + ": no region size matters there");
        }
        if (!jvm.version().isKnown()) {
            return List.of("the version of the JDK is not known: before JDK 18 regions have 32m at most");
        }
        Version version = jvm.version().get();
        return LINES.stream()
                .filter(line -> line.isFor(version))
                .map(Line::text)
                .toList();
    }
}
