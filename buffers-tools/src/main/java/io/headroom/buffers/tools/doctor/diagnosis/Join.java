package io.headroom.buffers.tools.doctor.diagnosis;

import io.headroom.buffers.tools.doctor.evidence.Answer;
import io.headroom.buffers.tools.doctor.evidence.Evidence;
import io.headroom.buffers.tools.doctor.evidence.Humongous;
import io.headroom.buffers.tools.doctor.evidence.Site;
import io.headroom.buffers.tools.doctor.evidence.Site.Certainty;
import io.headroom.buffers.tools.doctor.evidence.Source;
import io.headroom.buffers.tools.doctor.evidence.Version;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Joins a recording that has stacks without sizes with a log of the same JVM that has sizes without stacks.
 *
 * <p>The weight of a sample is never less than the size of its object, and often no more. So the largest size of the log that the smallest
 * weight of a line allows is likely what that line allocates.
 */
public final class Join {
    private Join() {}

    /** Returns the same evidence; if it is one recording and one log of the same JVM, the recording with what the log knows better. */
    public static List<Evidence> of(List<Evidence> all) {
        List<Evidence> recordings = ofKind(all, Source.Kind.RECORDING);
        List<Evidence> logs = ofKind(all, Source.Kind.LOG);
        if (recordings.size() != 1 || logs.size() != 1 || !fit(recordings.get(0), logs.get(0))) {
            return all;
        }
        List<Evidence> joined = new ArrayList<>(all);
        joined.replaceAll(evidence ->
                evidence.source().kind() == Source.Kind.RECORDING ? joined(evidence, logs.get(0)) : evidence);
        return joined;
    }

    private static List<Evidence> ofKind(List<Evidence> all, Source.Kind kind) {
        return all.stream().filter(evidence -> evidence.source().kind() == kind).toList();
    }

    private static boolean fit(Evidence recording, Evidence log) {
        return !recording.humongous().bySize().isKnown()
                && recording.humongous().sites().isKnown()
                && !log.humongous().bySize().or(new TreeMap<>()).isEmpty()
                && recording.jvm().heap().regionBytes().isKnown()
                && isSame(recording.jvm().heap().regionBytes(), log.jvm().heap().regionBytes())
                && isSame(recording.jvm().heap().maxBytes(), log.jvm().heap().maxBytes())
                && isSame(
                        recording.jvm().version().map(Version::text),
                        log.jvm().version().map(Version::text));
    }

    private static boolean isSame(Answer<?> one, Answer<?> other) {
        return !one.isKnown() || !other.isKnown() || one.get().equals(other.get());
    }

    private static Evidence joined(Evidence recording, Evidence log) {
        SortedMap<Long, Long> bySize = log.humongous().bySize().get();
        List<Site> sites = recording.humongous().sites().get().stream()
                .map(site -> sized(site, bySize))
                .toList();
        String from = "sizes from the log " + String.join(", ", log.source().files());
        return new Evidence(
                recording.source(),
                recording.jvm(),
                recording.seconds(),
                recording.collections(),
                recording.pauses(),
                new Humongous(
                        recording.humongous().count(),
                        Answer.of(bySize, from),
                        Answer.of(
                                sites,
                                from + "; " + recording.humongous().sites().note())),
                recording.oldBytes(),
                recording.host());
    }

    private static Site sized(Site site, SortedMap<Long, Long> bySize) {
        SortedMap<Long, Long> allowed = bySize.headMap(site.leastWeight() + 1);
        if (site.certainty() != Certainty.POSSIBLE || allowed.isEmpty()) {
            return site;
        }
        SortedMap<Long, Long> size = new TreeMap<>();
        size.put(allowed.lastKey(), site.count());
        return new Site(
                site.line(),
                site.stack(),
                site.objectClass(),
                Certainty.LIKELY,
                site.count(),
                size,
                site.leastWeight());
    }
}
