package io.headroom.buffers.tools.tap;

import java.io.PrintWriter;
import java.net.SocketAddress;
import java.util.List;
import java.util.Locale;
import org.HdrHistogram.Histogram;

/** A few lines at a time, for people. */
final class TextView implements View {
    private static final int BAR = 50;

    private final PrintWriter out;

    TextView(PrintWriter out) {
        this.out = out;
    }

    @Override
    public void listens(SocketAddress address) {
        out.printf(Locale.ROOT, "Listening at %s%n", address.toString().replaceFirst("^/", ""));
        out.flush();
    }

    @Override
    public void shows(Relay relay, double seconds) {
        out.printf(
                Locale.ROOT,
                "%.1f s: %,d connections, %,d open%s%n",
                seconds,
                relay.accepted(),
                relay.open(),
                relay.unreachable() == 0
                        ? ""
                        : String.format(
                                Locale.ROOT,
                                ", %,d without a server (%s)",
                                relay.unreachable(),
                                relay.whyUnreachable()));
        show(relay.fromClients());
        show(relay.fromServers());
        out.flush();
    }

    private void show(Traffic traffic) {
        out.printf(
                Locale.ROOT,
                "  %s  %,12d frames  %,15d bytes   length: least %,d  median %,d  99 %% %,d  greatest %,d%s%n",
                traffic.name(),
                traffic.frames(),
                traffic.bytes(),
                traffic.least(),
                traffic.percentile(50),
                traffic.percentile(99),
                traffic.greatest(),
                traffic.faultCount() == 0
                        ? ""
                        : String.format(Locale.ROOT, "  not followed: %,d", traffic.faultCount()));
        traffic.takeFaults().forEach(fault -> out.printf(Locale.ROOT, "    passed on, but not followed: %s%n", fault));
    }

    @Override
    public void ends(Relay relay, double seconds) {
        shows(relay, seconds);
        for (Traffic traffic : List.of(relay.fromClients(), relay.fromServers())) {
            histogram(traffic);
            List<Advice.Setting> advice = Advice.of(traffic, relay.most());
            if (!advice.isEmpty()) {
                out.printf(Locale.ROOT, "For a node that receives this:%n");
            }
            for (Advice.Setting setting : advice) {
                out.printf(Locale.ROOT, "  %s %,d: %s%n", setting.name(), setting.value(), setting.reason());
            }
        }
        out.flush();
    }

    /** A bar for each power of two, in proportion to the longest. */
    private void histogram(Traffic traffic) {
        Histogram sizes = traffic.sizes();
        out.printf(Locale.ROOT, "%n%s: frames by length%n", traffic.name());
        if (traffic.frames() == 0) {
            out.printf(Locale.ROOT, "  none%n");
            return;
        }
        long highest = Long.highestOneBit(traffic.greatest()) << 1;
        long most = 1;
        for (long end = 1; end <= highest && end > 0; end <<= 1) {
            most = Math.max(most, count(sizes, end));
        }
        boolean begun = false;
        for (long end = 1; end <= highest && end > 0; end <<= 1) {
            long count = count(sizes, end);
            begun |= count > 0;
            if (begun) {
                int bar = (int) Math.max(count > 0 ? 1 : 0, Math.round((double) BAR * count / most));
                out.printf(Locale.ROOT, "  below %,15d  %,12d%s%n", end, count, bar == 0 ? "" : "  " + "#".repeat(bar));
            }
        }
    }

    /** Returns how many frames have a length from half of {@code end} to less than {@code end}. */
    private static long count(Histogram sizes, long end) {
        return sizes.getCountBetweenValues(end / 2, end - 1);
    }
}
