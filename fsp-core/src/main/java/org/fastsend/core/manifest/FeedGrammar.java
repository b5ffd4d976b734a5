package org.fastsend.core.manifest;

import java.util.BitSet;
import java.util.List;

/// The order in which records and placements may come; the writer keeps to it and the reader checks it. Knows
/// counts and one bit a file, never the files. Not thread-safe. After a refusal it is of no more use: its
/// half-taken entry was authentic, so the sender itself is at fault and no other copy will be better.
final class FeedGrammar {
    private final BitSet openFiles = new BitSet();
    private boolean begun;
    private boolean complete;
    private int files;
    private int relays;
    private int highestBlock = -1;

    boolean complete() {
        return complete;
    }

    void take(List<ManifestRecord> records) throws ManifestFormatException {
        require(!records.isEmpty(), "an entry without records");
        for (ManifestRecord record : records) {
            require(!complete, "a record after the final one");
            require(begun != record instanceof ManifestRecord.Begin, "the begin record comes first, and once");
            take(record);
        }
    }

    void takePlacements(List<Placement> placements) throws ManifestFormatException {
        require(begun && !complete, "placements before the first or after the final record");
        for (Placement placement : placements) {
            require(placement.relay() < relays, "a placement names relay " + placement.relay() + ", yet unknown");
            highestBlock = Math.max(highestBlock, placement.block());
        }
    }

    private void take(ManifestRecord record) throws ManifestFormatException {
        switch (record) {
            case ManifestRecord.Begin _ -> begun = true;
            case ManifestRecord.FileOpened file -> {
                require(file.file() == files, "file " + file.file() + " where file " + files + " is due");
                openFiles.set(files, file.kind() == FileKind.FILE);
                files++;
            }
            case ManifestRecord.FileClosed closed -> {
                // A block that is read again for another relay may find its file changed after it was closed.
                boolean spoiledLater = closed.outcome() != FileOutcome.GOOD && closed.file() < files;
                require(
                        openFiles.get(closed.file()) || spoiledLater,
                        "file " + closed.file() + " is closed and was not open");
                openFiles.clear(closed.file());
            }
            case ManifestRecord.RelayNamed relay -> {
                require(relay.relay() == relays, "relay " + relay.relay() + " where relay " + relays + " is due");
                relays++;
            }
            case ManifestRecord.BlockReplaced replaced ->
                highestBlock = Math.max(highestBlock, Math.max(replaced.oldBlock(), replaced.newBlock()));
            case ManifestRecord.Resumed resumed -> {
                require(
                        resumed.firstBlock() > highestBlock,
                        "a run begins at block " + resumed.firstBlock() + ", below " + highestBlock);
                highestBlock = resumed.firstBlock() - 1;
            }
            case ManifestRecord.BlocksUnneeded unneeded ->
                require(
                        unneeded.firstBlock() + unneeded.count() - 1 <= highestBlock,
                        "block " + unneeded.firstBlock() + " is not needed, yet unknown");
            case ManifestRecord.Final last -> {
                require(last.files() == files, last.files() + " files in all, yet " + files + " were named");
                require(openFiles.isEmpty(), "the final record while a file is open");
                require(highestBlock < last.blocks(), "block " + highestBlock + " of " + last.blocks());
                complete = true;
            }
        }
    }

    private static void require(boolean holds, String otherwise) throws ManifestFormatException {
        if (!holds) {
            throw new ManifestFormatException(otherwise);
        }
    }
}
