package org.fastsend.relay.store;

import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.fastsend.core.block.Buffers;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The segment files of a transfer as a starting store finds them, and what it makes of them.
final class Segments {
    private static final Logger LOG = LoggerFactory.getLogger(Segments.class);
    private static final Pattern NAME = Pattern.compile("blocks-(\\d{4,9})\\.seg");

    private Segments() {}

    /// @param index the blocks found
    /// @param next number of the next segment
    record Found(BlockIndex index, int next) {}

    static String fileName(int number) {
        return "blocks-%04d.seg".formatted(number);
    }

    /// Indexes all segments. A block that is there twice was refused the first time, so the later one
    /// counts. A segment that a crash left open is cut behind its last block and closed; one with damage in
    /// it is left as it is.
    static Found recover(Place place, Buffers buffers) throws IOException, InterruptedException {
        TreeMap<Integer, String> segments = new TreeMap<>();
        for (String name : place.disk().list(place.directory())) {
            Matcher matcher = NAME.matcher(name);
            if (matcher.matches()) {
                segments.put(Integer.parseInt(matcher.group(1)), name);
            }
        }
        BlockIndex index = new BlockIndex();
        for (Map.Entry<Integer, String> segment : segments.entrySet()) {
            recover(place, segment.getValue(), segment.getKey(), index, buffers);
        }
        return new Found(index, segments.isEmpty() ? 0 : segments.lastKey() + 1);
    }

    private static void recover(Place place, String file, int number, BlockIndex index, Buffers buffers)
            throws IOException, InterruptedException {
        String name = place.name(file);
        SegmentScan.Result result;
        try (DiskFile segment = place.disk().open(name)) {
            result = new SegmentScan(segment, place.transfer(), buffers).run((header, offset, checksum) -> {
                if (index.accepts(checksum.remaining())) {
                    index.put(header.number(), new BlockIndex.Spot(number, offset, header.sealedLength()), checksum);
                }
            });
            boolean open = !result.closed() && result.end() > 0;
            if (open) {
                // A relay that was killed has not forced its last blocks; durable they must be before a footer vouches
                // for them.
                segment.force();
            }
            if (result.damagedBytes() > 0) {
                LOG.warn(
                        "{}: {} bytes belong to no block: unfinished in a crash, or damaged",
                        name,
                        result.damagedBytes());
            } else if (open) {
                close(segment, name, result.end());
            }
        }
        if (!result.closed() && result.end() == 0) {
            place.disk().delete(name);
        }
    }

    /// Failing to do so, on a full disk for one, costs the next start some time and nothing else.
    private static void close(DiskFile segment, String name, long end) {
        try {
            LOG.info("{}: closed after a crash; {} bytes cut off", name, segment.size() - end);
            segment.truncate(end);
            segment.write(SegmentFooter.encode(end), end);
            segment.force();
        } catch (IOException e) {
            LOG.warn("{}: it cannot be closed and stays open", name, e);
        }
    }
}
