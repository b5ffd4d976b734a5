package org.fastsend.relay.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32C;
import org.fastsend.core.manifest.FeedEntry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A relay's copy of a transfer's manifest feed, one file of records: u32 length of the entry's bytes, u64 sequence,
/// u8 kind, the bytes, u32 CRC32C of all before. Entries are staged, forced and published like blocks: that is for the
/// transfer's committer alone; reading is for any thread.
final class FeedLog {
    static final String FILE = "feed.log";

    private static final Logger LOG = LoggerFactory.getLogger(FeedLog.class);
    private static final int HEAD_BYTES = Integer.BYTES + Long.BYTES + 1;
    private static final int OVERHEAD_BYTES = HEAD_BYTES + Integer.BYTES;

    private final Place place;
    private final List<FeedEntry> staged = new ArrayList<>();
    private boolean exists;
    /// Whether entries were found that may lie in the system's memory alone: a relay that is killed has not forced its
    /// last ones.
    private boolean unforced;

    private long stagedEnd;
    /// Where record i ends; the next one begins there. Grows; guarded by this, as is count.
    private long[] ends = new long[16];

    private int count;

    FeedLog(Place place) {
        this.place = place;
    }

    /// Bytes that the entry takes on the disk.
    static int recordLength(FeedEntry entry) {
        return OVERHEAD_BYTES + entry.bytes().length;
    }

    /// The sequence of the entry that may be staged next.
    long next() {
        return held() + (long) staged.size();
    }

    /// Whether the entry is one that is held or staged, byte for byte.
    boolean isSame(FeedEntry entry) throws IOException {
        long held = held();
        if (entry.sequence() >= held) {
            return staged.get((int) (entry.sequence() - held)).equals(entry);
        }
        try (OpenFiles.Lent lent = place.files().borrow(place.name(FILE))) {
            return read(lent.file(), (int) entry.sequence()).equals(entry);
        }
    }

    /// Writes the entry that is {@linkplain #next next}.
    void stage(FeedEntry entry) throws IOException {
        create();
        ByteBuffer record = encode(entry);
        try (OpenFiles.Lent lent = place.files().borrow(place.name(FILE))) {
            long end = staged.isEmpty() ? bytes() : stagedEnd;
            lent.file().write(record, end);
            stagedEnd = end + record.remaining();
        }
        staged.add(entry);
    }

    /// Makes durable what was staged, and what is held: an entry that comes again is not staged again.
    void force() throws IOException {
        if (unforced || !staged.isEmpty()) {
            try (OpenFiles.Lent lent = place.files().borrow(place.name(FILE))) {
                lent.file().force();
            }
            unforced = false;
        }
    }

    /// Holds from now on what was staged; it must be forced.
    synchronized void publish() {
        long end = bytes();
        for (FeedEntry entry : staged) {
            end += recordLength(entry);
            add(end);
        }
        staged.clear();
    }

    /// Forgets what was staged and cuts it off the file; what cannot be cut off is overwritten by the next
    /// entry.
    void rollBack() {
        staged.clear();
        if (exists) {
            try (OpenFiles.Lent lent = place.files().borrow(place.name(FILE))) {
                lent.file().truncate(bytes());
            } catch (IOException e) {
                LOG.warn("{}: the unfinished end of the feed remains", place.transfer(), e);
            }
        }
    }

    /// Entries held.
    synchronized int held() {
        return count;
    }

    /// Bytes of the entries held, as they lie on the disk.
    synchronized long bytes() {
        return count == 0 ? 0 : ends[count - 1];
    }

    /// Held entries from a sequence on, as many as fit {@code maxBytes}, but one at least if there is any.
    List<FeedEntry> read(long fromSequence, int maxBytes) throws IOException {
        int held = held();
        List<FeedEntry> entries = new ArrayList<>();
        if (fromSequence < 0 || fromSequence >= held) {
            return entries;
        }
        long left = maxBytes;
        try (OpenFiles.Lent lent = place.files().borrow(place.name(FILE))) {
            for (int i = (int) fromSequence; i < held; i++) {
                FeedEntry entry = read(lent.file(), i);
                left -= recordLength(entry);
                if (left < 0 && !entries.isEmpty()) {
                    break;
                }
                entries.add(entry);
            }
        }
        return entries;
    }

    /// Finds the entries on the disk when the store starts, and cuts off the end that a crash left
    /// unfinished.
    void recover() throws IOException {
        if (!place.disk().exists(place.name(FILE))) {
            return;
        }
        try (DiskFile file = place.disk().open(place.name(FILE))) {
            long at = 0;
            long size = file.size();
            Optional<FeedEntry> entry = decode(file, at, size - at, 0);
            while (entry.isPresent()) {
                at += recordLength(entry.get());
                add(at);
                entry = decode(file, at, size - at, count);
            }
            if (at < size) {
                LOG.warn("{}: cut {} bytes off the feed behind entry {}", place.transfer(), size - at, count - 1);
                file.truncate(at);
                file.force();
            }
            unforced = count > 0;
        }
    }

    private void create() throws IOException {
        if (!exists) {
            if (!place.disk().exists(place.name(FILE))) {
                place.disk().create(place.name(FILE)).close();
            }
            place.disk().forceDirectory(place.directory());
            exists = true;
        }
    }

    private FeedEntry read(DiskFile file, int sequence) throws IOException {
        long start;
        long end;
        synchronized (this) {
            start = sequence == 0 ? 0 : ends[sequence - 1];
            end = ends[sequence];
        }
        return decode(file, start, end - start, sequence)
                .orElseThrow(() -> new IOException(
                        "entry " + sequence + " of the feed of " + place.transfer() + " is damaged on the disk"));
    }

    private synchronized void add(long end) {
        if (count == ends.length) {
            ends = Arrays.copyOf(ends, Math.addExact(count, count / 2));
        }
        ends[count++] = end;
    }

    private static ByteBuffer encode(FeedEntry entry) {
        ByteBuffer out = ByteBuffer.allocate(recordLength(entry));
        out.putInt(entry.bytes().length).putLong(entry.sequence());
        out.put((byte) entry.kind().code()).put(entry.bytes());
        return out.putInt(checksum(out.array())).flip();
    }

    /// The record at {@code start} if it is whole, within {@code available} bytes, and of this sequence.
    private static Optional<FeedEntry> decode(DiskFile file, long start, long available, long sequence)
            throws IOException {
        ByteBuffer head = ByteBuffer.allocate(HEAD_BYTES);
        if (available < OVERHEAD_BYTES || file.read(head, start) < HEAD_BYTES) {
            return Optional.empty();
        }
        int length = head.flip().getInt();
        if (length < 0 || length > FeedEntry.MAX_BYTES || length > available - OVERHEAD_BYTES) {
            return Optional.empty();
        }
        ByteBuffer record = ByteBuffer.allocate(OVERHEAD_BYTES + length);
        boolean whole = file.read(record, start) == record.capacity()
                && record.getInt(record.capacity() - Integer.BYTES) == checksum(record.array());
        if (!whole || head.getLong() != sequence) {
            return Optional.empty();
        }
        byte[] bytes = Arrays.copyOfRange(record.array(), HEAD_BYTES, HEAD_BYTES + length);
        int kind = head.get();
        return Arrays.stream(FeedEntry.Kind.values())
                .filter(k -> k.code() == kind)
                .findFirst()
                .map(k -> new FeedEntry(sequence, k, bytes));
    }

    private static int checksum(byte[] record) {
        CRC32C sum = new CRC32C();
        sum.update(record, 0, record.length - Integer.BYTES);
        return (int) sum.getValue();
    }
}
