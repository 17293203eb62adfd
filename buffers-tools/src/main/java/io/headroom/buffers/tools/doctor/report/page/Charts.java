package io.headroom.buffers.tools.doctor.report.page;

import io.headroom.buffers.tools.doctor.diagnosis.Numbers;
import io.headroom.buffers.tools.doctor.evidence.Collected;
import io.headroom.buffers.tools.doctor.evidence.Evidence;
import io.headroom.buffers.tools.doctor.evidence.Pause;
import io.headroom.buffers.tools.doctor.evidence.Point;
import io.headroom.buffers.tools.doctor.evidence.Site;
import io.headroom.buffers.tools.doctor.report.Timeline;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** The charts of a diagnosis. What is not known, or empty, has none. */
final class Charts {
    private static final int MOST_BARS = 8;
    private static final double MIB = 1 << 20;

    private final Markup out;

    Charts(Markup out) {
        this.out = out;
    }

    void draw(Evidence evidence) {
        double seconds = evidence.seconds().or(0.0);
        evidence.collections().ifKnown(this::collections);
        evidence.pauses().ifKnown(pauses -> this.pauses(pauses, seconds));
        evidence.humongous().bySize().ifKnown(this::sizes);
        evidence.humongous().sites().ifKnown(this::sites);
        evidence.oldBytes()
                .ifKnown(points -> curve("Old generation after collections", "MiB", scaled(points, 1 / MIB), seconds));
        evidence.host().load().ifKnown(points -> curve("Load of the machine", "percent", scaled(points, 100), seconds));
        evidence.host()
                .freeBytes()
                .ifKnown(points -> curve("Free memory of the machine", "MiB", scaled(points, 1 / MIB), seconds));
    }

    private void collections(Collected collected) {
        List<Map.Entry<String, Long>> causes =
                new ArrayList<>(collected.byCause().entrySet());
        causes.sort(Comparator.comparing(Map.Entry<String, Long>::getValue).reversed());
        bars(
                "Collections by cause",
                causes.stream()
                        .map(cause -> new Bars.Bar(
                                cause.getKey(),
                                cause.getValue(),
                                Bars.part(cause.getValue(), collected.count()),
                                cause.getKey().equals(Collected.HUMONGOUS)))
                        .toList());
    }

    private void pauses(List<Pause> pauses, double seconds) {
        if (pauses.isEmpty() || seconds <= 0) {
            return;
        }
        List<Point> longest = Timeline.of(pauses, seconds).stream()
                .map(slice -> new Point(slice.fromSeconds(), slice.maxMillis()))
                .toList();
        open("Pauses: the longest of each slice of time");
        new Curve(out, seconds, "Pauses", "ms").sticks(longest);
        out.close();
    }

    private void sizes(Map<Long, Long> bySize) {
        long all = bySize.values().stream().mapToLong(Long::longValue).sum();
        List<Map.Entry<Long, Long>> most = new ArrayList<>(bySize.entrySet());
        most.sort(Map.Entry.<Long, Long>comparingByValue().reversed());
        bars(
                "Humongous objects by size",
                most.stream()
                        .map(entry -> new Bars.Bar(
                                Numbers.bytes(entry.getKey()),
                                entry.getValue(),
                                Bars.part(entry.getValue(), all),
                                true))
                        .toList());
    }

    private void sites(List<Site> sites) {
        long all = sites.stream().mapToLong(Site::count).sum();
        boolean isCertain = sites.stream().allMatch(site -> site.certainty() == Site.Certainty.CERTAIN);
        bars(
                isCertain ? "Who allocates them" : "Who may allocate them, by samples",
                sites.stream()
                        .map(site -> new Bars.Bar(
                                shortened(site.line()), site.count(), Bars.part(site.count(), all), isCertain))
                        .toList());
    }

    /** Returns a line of code without its package. */
    private static String shortened(String line) {
        int end = line.lastIndexOf('.', line.indexOf('('));
        int type = end < 0 ? -1 : line.lastIndexOf('.', end - 1);
        return line.substring(type + 1);
    }

    private void bars(String title, List<Bars.Bar> bars) {
        if (bars.isEmpty()) {
            return;
        }
        open(title);
        new Bars(out).draw(title, bars.subList(0, Math.min(MOST_BARS, bars.size())));
        out.close();
    }

    private void curve(String title, String unit, List<Point> points, double seconds) {
        if (points.size() < 2 || seconds <= 0) {
            return;
        }
        open(title);
        new Curve(out, seconds, title, unit).line(points);
        out.close();
    }

    private static List<Point> scaled(List<Point> points, double by) {
        return points.stream()
                .map(point -> new Point(point.atSeconds(), point.value() * by))
                .toList();
    }

    private void open(String title) {
        out.open("figure").element("figcaption", title);
    }
}
