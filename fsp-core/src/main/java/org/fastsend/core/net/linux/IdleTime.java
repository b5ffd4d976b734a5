package org.fastsend.core.net.linux;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// How long the processors of this host have had nothing to do. Source: proc_stat(5).
public final class IdleTime {
    private static final Logger LOG = LoggerFactory.getLogger(IdleTime.class);
    private static final Path STATISTICS = Path.of("/proc/stat");
    private static final String ALL = "cpu";
    private static final int IDLE_AT = 4;
    private static final int WAITING_FOR_DISKS_AT = 5;
    private static final long NANOS_PER_TICK = 10_000_000;

    private IdleTime() {}

    /// All of them together, since the system started; empty where it is not told.
    public static OptionalLong nanos() {
        try (Stream<String> lines = Files.lines(STATISTICS)) {
            return lines.findFirst().map(IdleTime::parse).orElse(OptionalLong.empty());
        } catch (IOException | RuntimeException e) {
            LOG.debug("the system does not tell how busy it is", e);
            return OptionalLong.empty();
        }
    }

    static OptionalLong parse(String line) {
        String[] fields = line.split(" +", -1);
        return fields.length > WAITING_FOR_DISKS_AT && fields[0].equals(ALL)
                ? OptionalLong.of((Long.parseLong(fields[IDLE_AT]) + Long.parseLong(fields[WAITING_FOR_DISKS_AT]))
                        * NANOS_PER_TICK)
                : OptionalLong.empty();
    }
}
