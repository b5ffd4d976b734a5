package org.fastsend.relay.store;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.fastsend.core.channel.PutReply;
import org.fastsend.core.channel.Refusal;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The one hand that changes a transfer's files: writes what has gathered, forces it once, and only then answers.
/// Whatever fails is taken back and refused. Run by one thread at a time.
final class Committer {
    private static final Logger LOG = LoggerFactory.getLogger(Committer.class);
    private static final Logger TRANSFERS = LoggerFactory.getLogger("org.fastsend.transfers");

    private final TransferFiles files;
    private final StoreParts store;
    private final Room room;
    private final Runnable onGone;
    private volatile boolean gone;
    private boolean activeSinceSweep = true;
    private boolean full;

    /// @param onGone called once the transfer has been deleted
    Committer(TransferFiles files, StoreParts store, Room room, Runnable onGone) {
        this.files = files;
        this.store = store;
        this.room = room;
        this.onGone = onGone;
    }

    /// Where room that was taken for a write is given back.
    interface Room {
        void giveBack(long bytes);
    }

    /// A write that is in the files, and the room to give back should they be rolled back.
    private record Staged(Request.Write write, long charge) {}

    /// Whether the transfer has been deleted.
    boolean isGone() {
        return gone;
    }

    /// @param batch writes, or one other request
    void serve(List<Request> batch) {
        if (gone) {
            batch.forEach(this::refuseGone);
            return;
        }
        switch (batch.getFirst()) {
            case Request.Write _ ->
                commit(batch.stream().map(Request.Write.class::cast).toList());
            case Request.Release release -> release(release);
            case Request.Drop drop -> drop(drop);
            case Request.Sweep _ -> sweep();
            case Request.Close close -> close(close);
        }
    }

    private void commit(List<Request.Write> batch) {
        List<Staged> staged = new ArrayList<>(batch.size());
        ArrayDeque<Request.Write> waiting = new ArrayDeque<>(batch);
        try {
            prepare(batch);
            while (!waiting.isEmpty()) {
                Request.Write write = waiting.peek();
                Optional<Staged> done = stage(write);
                waiting.remove();
                done.ifPresent(staged::add);
            }
            files.commit();
        } catch (IOException | RuntimeException e) {
            files.rollBack();
            Refused why = refusedBy(e);
            staged.forEach(s -> refuse(s.write.reply(), s.charge, why));
            waiting.forEach(w -> refuse(w.reply(), w.charge(), why));
            return;
        }
        activeSinceSweep = true;
        full = false;
        staged.forEach(s -> s.write.reply().stored());
    }

    private void prepare(List<Request.Write> batch) throws IOException {
        long wanted = 0;
        for (Request.Write write : batch) {
            wanted += write.charge();
        }
        if (wanted > 0 && !store.admission().leavesFloor(store.disk().freeBytes(), wanted)) {
            throw new DiskFullException("the disk's last free room is kept", null);
        }
        files.prepare(store.settings().lease(), store.clock().seconds());
    }

    /// Empty if the write was refused on its own.
    private Optional<Staged> stage(Request.Write write) throws IOException {
        return switch (write) {
            case Request.Put put -> stage(put);
            case Request.Append append -> stage(append);
        };
    }

    private Optional<Staged> stage(Request.Put put) throws IOException {
        BlockLog blocks = files.blocks();
        int number = put.block().number();
        if (blocks.knows(number)) {
            Refused other = new Refused(Refusal.BAD_BLOCK, "another block " + number + " is held here");
            return known(put, () -> blocks.isSame(put.block()), other);
        }
        if (!blocks.accepts(put.block())) {
            String reason = "block " + number + " has another kind of checksum than the transfer's other blocks";
            refuse(put.reply(), put.charge(), new Refused(Refusal.BAD_BLOCK, reason));
            return Optional.empty();
        }
        blocks.stage(put.block());
        return Optional.of(new Staged(put, put.charge()));
    }

    private Optional<Staged> stage(Request.Append append) throws IOException {
        FeedLog feed = files.feed();
        long sequence = append.entry().sequence();
        if (sequence < feed.next()) {
            Refused other = new Refused(Refusal.FORBIDDEN, "another entry " + sequence + " of the feed is held here");
            return known(append, () -> feed.isSame(append.entry()), other);
        }
        if (sequence > feed.next()) {
            String reason = "entry " + feed.next() + " of the feed must come before entry " + sequence;
            refuse(append.reply(), append.charge(), new Refused(Refusal.MISSING, reason));
            return Optional.empty();
        }
        feed.stage(append.entry());
        return Optional.of(new Staged(append, append.charge()));
    }

    private interface Comparison {
        boolean isSame() throws IOException;
    }

    /// Something of that name is here: it takes no room again, and must be the same.
    private Optional<Staged> known(Request.Write write, Comparison comparison, Refused other) {
        Refused refused;
        try {
            if (comparison.isSame()) {
                giveBack(write.charge());
                return Optional.of(new Staged(write, 0));
            }
            refused = other;
        } catch (IOException e) {
            refused = refusedBy(e);
        }
        refuse(write.reply(), write.charge(), refused);
        return Optional.empty();
    }

    private void release(Request.Release release) {
        try {
            if (files.exists()) {
                files.rest();
                files.prepare(store.settings().lease(), store.clock().seconds());
            }
        } catch (IOException e) {
            Refused why = refusedBy(e);
            release.reply().refused(why.refusal(), why.reason());
            return;
        }
        store.admission().endReservation(files.transfer());
        log("released");
        release.reply().holds(files.blocks().index().holdings(), files.lease());
    }

    private void drop(Request.Drop drop) {
        delete("dropped").ifPresentOrElse(why -> refuse(drop.reply(), 0, why), drop.reply()::stored);
    }

    private void sweep() {
        boolean expected = activeSinceSweep || store.admission().reservedBytes(files.transfer()) > 0;
        boolean empty = !files.exists() && !expected;
        if (empty || files.lease().hasEnded(store.clock().seconds())) {
            delete("expired");
        } else if (!activeSinceSweep) {
            files.rest();
        }
        activeSinceSweep = false;
    }

    /// Empty if it worked.
    private Optional<Refused> delete(String outcome) {
        long bytes = files.bytes();
        long items = files.items();
        try {
            files.delete();
        } catch (IOException e) {
            return Optional.of(refusedBy(e));
        }
        gone = true;
        if (files.exists()) {
            log(outcome);
        }
        store.admission().endReservation(files.transfer());
        store.admission().giveBack(bytes, items);
        store.admission().closeTransfer();
        onGone.run();
        return Optional.empty();
    }

    /// One line a transfer and end, for people and for programs that read logs.
    private void log(String outcome) {
        TRANSFERS.info(
                "transfer={} outcome={} blocks={} bytes={} feedEntries={} seconds={}",
                files.transfer(),
                outcome,
                files.blocks().index().size(),
                files.blocks().index().bytes(),
                files.feed().held(),
                store.clock().seconds() - files.lease().startEpochSeconds());
    }

    private void close(Request.Close close) {
        files.rest();
        close.done().run();
    }

    private void refuseGone(Request request) {
        switch (request) {
            case Request.Write write -> refuse(write.reply(), write.charge(), Refused.DROPPED);
            case Request.Release release ->
                release.reply().refused(Refused.DROPPED.refusal(), Refused.DROPPED.reason());
            case Request.Drop drop -> drop.reply().stored();
            case Request.Sweep _ -> {}
            case Request.Close close -> close.done().run();
        }
    }

    private void refuse(PutReply reply, long charge, Refused why) {
        giveBack(charge);
        reply.refused(why.refusal(), why.reason());
    }

    private void giveBack(long charge) {
        if (charge > 0) {
            store.admission().giveBack(charge, 1);
            room.giveBack(charge);
        }
    }

    private Refused refusedBy(Exception failure) {
        if (failure instanceof DiskFullException) {
            if (!full) {
                LOG.warn("{}: the disk is full: {}", files.transfer(), failure.getMessage());
            }
            full = true;
            return new Refused(Refusal.FULL, "the relay's disk is full");
        }
        LOG.error("{}: the disk failed", files.transfer(), failure);
        return new Refused(Refusal.FAILED, "the relay's disk failed");
    }
}
