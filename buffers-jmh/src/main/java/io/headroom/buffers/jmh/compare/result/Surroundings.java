package io.headroom.buffers.jmh.compare.result;

import com.sun.management.OperatingSystemMXBean;
import io.headroom.buffers.jmh.compare.result.Experiment.Machine;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The machine and the JVM that something is measured on. */
public final class Surroundings {
    private static final Path CPU_INFO = Path.of("/proc/cpuinfo");

    private Surroundings() {}

    /** Returns them. */
    public static Machine machine() throws IOException {
        long memory =
                ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();
        return new Machine(
                System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"),
                System.getProperty("os.name") + " " + System.getProperty("os.version"),
                Runtime.getRuntime().availableProcessors(),
                processor(),
                memory / 1_000_000);
    }

    private static String processor() throws IOException {
        if (Files.isReadable(CPU_INFO)) {
            try (Stream<String> lines = Files.lines(CPU_INFO)) {
                return lines.filter(line -> line.startsWith("model name"))
                        .findFirst()
                        .map(line -> line.substring(line.indexOf(':') + 1).strip())
                        .orElse(System.getProperty("os.arch"));
            }
        }
        return System.getProperty("os.arch");
    }
}
