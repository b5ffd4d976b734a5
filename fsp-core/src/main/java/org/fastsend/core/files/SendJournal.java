package org.fastsend.core.files;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.fastsend.core.error.FspException;
import org.fastsend.core.manifest.FeedEntry;
import org.fastsend.core.seal.BlockNumbers;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What a sender writes down so that a later run can go on after a kill or a power cut (docs/wire.md, "Sender's
/// journal"): a secret in a file that only its owner may read. Written ahead: numbers are reserved durably
/// before a block is sealed under one, and whoever sends entries of the manifest makes them durable here
/// first, so that no other copy of the feed is ever longer than this one. One process at a time has it open.
/// Thread-safe.
///
/// A journal that cannot be written must not keep a transfer from its end: it is emptied and deleted, and
/// from then on takes everything and keeps nothing. Only if even that fails do methods throw, with the disk's
/// failure.
public final class SendJournal implements Closeable {
    /// Numbers reserved at a time: as many are lost to a kill at most, and one force is paid for so many blocks.
    static final int RESERVED_NUMBERS = 1024;

    private static final Logger LOG = LoggerFactory.getLogger(SendJournal.class);

    private final Path path;
    private final FileChannel channel;
    private final RecordLog log;
    private int nextNumber;
    private int reservedNumbers;
    private boolean abandoned;

    private SendJournal(Path path, FileChannel channel, RecordLog log, int nextNumber) {
        this.path = path;
        this.channel = channel;
        this.log = log;
        this.nextNumber = nextNumber;
        this.reservedNumbers = nextNumber;
    }

    /// A new journal with its first record, durable when this returns. Throws NOT_WRITABLE, also if there is one by
    /// now, since another process has begun the same; DISK_FULL or IO_FAILURE.
    ///
    /// @param head what the transfer is and its secrets; the caller's to understand
    public static SendJournal create(Path path, byte[] head) {
        FileChannel channel = null;
        try {
            // Mode 0600 from the first moment on, and there whole, locked, or not at all.
            Path directory = path.toAbsolutePath().getParent();
            Path fresh = Files.createTempFile(directory, ".fsp-run-", "");
            channel = open(fresh);
            RecordLog log = new RecordLog(path, channel, (_, _) -> {});
            log.append(List.of(SendJournalRecords.head(head)));
            log.force();
            giveName(fresh, path);
            if (directory != null) {
                DirectorySync.force(directory);
            }
            return new SendJournal(path, channel, log, 0);
        } catch (IOException e) {
            close(channel);
            throw DiskFailure.writing(path, e);
        }
    }

    /// Takes the place of no other file, unless the disk knows no second names.
    private static void giveName(Path fresh, Path path) throws IOException {
        try {
            Files.createLink(path, fresh);
        } catch (FileAlreadyExistsException e) {
            Files.delete(fresh);
            throw e;
        } catch (FileSystemException | UnsupportedOperationException _) {
            Files.move(fresh, path, StandardCopyOption.ATOMIC_MOVE);
            return;
        }
        Files.delete(fresh);
    }

    /// Opens what an earlier run has left, and tells what is in it as far as it is whole. Throws NOT_WRITABLE
    /// if another process has it open, and passes on what `replay` throws.
    public static SendJournal open(Path path, SendJournalReplay replay) {
        FileChannel channel = null;
        try {
            channel = open(path);
            int[] reserved = new int[1];
            RecordLog log = new RecordLog(
                    path,
                    channel,
                    (_, record) ->
                            reserved[0] = Math.max(reserved[0], SendJournalRecords.decode(path, record, replay)));
            return new SendJournal(path, channel, log, reserved[0]);
        } catch (IOException e) {
            close(channel);
            throw DiskFailure.writing(path, e);
        } catch (RuntimeException e) {
            close(channel);
            throw e;
        }
    }

    private static FileChannel open(Path path) throws IOException {
        return FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
    }

    /// The lowest number that no block was sealed under.
    public synchronized int nextNumber() {
        return nextNumber;
    }

    /// Numbers that no run has used, each reserved before it is given.
    public BlockNumbers numbers() {
        return this::next;
    }

    private synchronized int next() {
        if (nextNumber == reservedNumbers) {
            if (reservedNumbers > Integer.MAX_VALUE - RESERVED_NUMBERS) {
                throw new IllegalStateException("the transfer has no block numbers left");
            }
            reservedNumbers += RESERVED_NUMBERS;
            append(List.of(SendJournalRecords.reserved(reservedNumbers)));
            force();
        }
        return nextNumber++;
    }

    /// Entries that the feed grew by; durable after [#force].
    public void entries(List<FeedEntry> entries) {
        append(entries.stream().map(SendJournalRecords::entry).toList());
    }

    /// A block that was sealed; before any entry that places it.
    public void block(SealedNote block) {
        append(List.of(SendJournalRecords.block(block)));
    }

    /// Stamps of files numbered on from `firstFile`.
    public void stamps(int firstFile, List<FileStamp> stamps) {
        append(List.of(SendJournalRecords.stamps(firstFile, stamps)));
    }

    private synchronized void append(List<byte[]> records) {
        if (!abandoned) {
            try {
                log.append(records);
            } catch (ClosedChannelException e) {
                throw closed(e);
            } catch (IOException e) {
                abandon(e);
            }
        }
    }

    /// Makes everything durable that was written before.
    public void force() {
        try {
            log.force(); // others may write meanwhile
        } catch (IOException e) {
            synchronized (this) {
                if (!abandoned && e instanceof ClosedChannelException) {
                    throw closed(e);
                } else if (!abandoned) {
                    abandon(e);
                }
            }
        }
    }

    /// The job is over, whoever still works for it; what was written stays.
    private IllegalStateException closed(IOException cause) {
        return new IllegalStateException(path + " is closed", cause);
    }

    /// The transfer needs no later run: deletes the journal.
    public synchronized void delete() {
        try {
            Files.deleteIfExists(path);
            abandoned = true;
            close();
        } catch (IOException e) {
            throw DiskFailure.writing(path, e);
        }
    }

    /// Leaves everything as it is for a later run.
    @Override
    public synchronized void close() {
        try {
            log.close();
        } catch (IOException e) {
            LOG.warn("closing {} failed", path, e);
        }
    }

    /// What was not written must not be missing for a later run, so there must be none.
    private void abandon(IOException cause) {
        LOG.warn("{} cannot be written: this transfer cannot be continued if it is killed", path, cause);
        try {
            abandoned = true;
            channel.truncate(0);
            delete();
        } catch (IOException | FspException e) {
            FspException failure = DiskFailure.writing(path, cause);
            failure.addSuppressed(e);
            throw failure;
        }
    }

    private static void close(@Nullable FileChannel channel) {
        if (channel != null) {
            TemporaryFile.close(channel);
        }
    }
}
